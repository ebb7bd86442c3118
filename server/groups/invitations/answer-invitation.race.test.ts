// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { tokensTo } from '../../system-tests/testing/mailbox.ts'
import type { ApiResponse } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const ROUNDS = 12

let app: TestApp
let make: ReturnType<typeof factories>
beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const query = async (statement: string) => (await app.ctx.db.execute(statement)).rows
const statuses = (answers: ApiResponse[]) => answers.map(({ status }) => status).toSorted()

async function invite(group: TestGroup, email: string): Promise<number> {
  const { body } = await as(group.owner).post(`/api/groups/${group.id}/members`, {
    name: 'Typed Name',
    email,
    phone: '403-555-0155',
  })
  return (body as { invitationId: number }).invitationId
}
const answerInvitation = (golfer: TestGolfer, id: number, what: 'accept' | 'decline') =>
  as(golfer).post(`/api/my-invitations/${id}/${what}`)
const isMember = async (group: TestGroup, golfer: TestGolfer) =>
  (
    await query(
      `select 1 from group_members where group_id = ${group.id} and golfer_id = ${golfer.id}`,
    )
  ).length === 1

test('accepts an invitation once when requested three times, and responds the same each time', async () => {
  const group = await make.group()
  for (let round = 0; round < ROUNDS; round += 1) {
    const golfer = await make.golfer()
    const id = await invite(group, golfer.email)
    const answers = await Promise.all([1, 2, 3].map(() => answerInvitation(golfer, id, 'accept')))
    expect(statuses(answers)).toEqual([200, 200, 200])
    expect(await isMember(group, golfer)).toBe(true)
  }
})

test('lets only one of accepting, declining and withdrawing an invitation succeed', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const group = await make.group()
    const golfer = await make.golfer()
    const id = await invite(group, golfer.email)
    const answers = await Promise.all([
      answerInvitation(golfer, id, 'accept'),
      answerInvitation(golfer, id, 'decline'),
      as(group.owner).delete(`/api/groups/${group.id}/invitations/${id}`),
    ])
    expect(statuses(answers)).toEqual([200, 404, 404])
    expect(await isMember(group, golfer)).toBe(answers[0]?.status === 200)
    const cooldowns = await query(`select 1 from invite_cooldowns where group_id = ${group.id}`)
    expect(cooldowns).toHaveLength(answers[1]?.status === 200 ? 1 : 0)
  }
})

test('leaves no membership when accepting races the deletion of the group or the account', async () => {
  const superAdmin = await make.golfer({ isSuperAdmin: true })
  for (let round = 0; round < ROUNDS; round += 1) {
    const [group, other] = [await make.group(), await make.group()]
    const golfer = await make.golfer({ password: 'fairways' })
    const [id, otherId] = [await invite(group, golfer.email), await invite(other, golfer.email)]
    const answers = await Promise.all([
      answerInvitation(golfer, id, 'accept'),
      as(superAdmin).delete(`/api/super-admin/groups/${group.id}`),
      answerInvitation(golfer, otherId, 'accept'),
      as(golfer).delete('/api/my-account', { password: 'fairways' }),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers[1]?.status).toBe(200)
    expect(answers[3]?.status).toBe(200)
    expect(await query(`select 1 from group_members where golfer_id = ${golfer.id}`)).toEqual([])
  }
})

test('creates one account when two invitations to one email are used at the same time', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = `both-${round}@club.example`
    const groups = [await make.group(), await make.group()]
    for (const group of groups) await invite(group, email)
    const tokens = await tokensTo(app, email)
    expect(tokens).toHaveLength(2)
    const answers = await Promise.all(
      tokens.map((token, n) =>
        app.phone().post(`/api/auth/welcome/${token}`, {
          name: `Name ${n}`,
          password: `password-${n}-of-it`,
        }),
      ),
    )
    expect(statuses(answers)).toEqual([200, 200])
    const golfers = await query(`select id from golfers where email = '${email}'`)
    expect(golfers).toHaveLength(1)
    const memberships = await query(
      `select 1 from group_members where golfer_id = ${golfers[0]?.['id']}`,
    )
    expect(memberships).toHaveLength(2)
  }
})

test('creates at most one account when a link is used and declined at the same time', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const group = await make.group()
    const email = `once-${round}@club.example`
    await invite(group, email)
    const [token] = await tokensTo(app, email)
    const path = `/api/auth/welcome/${token}`
    const form = { name: 'Nora New', password: 'nineteenth-hole' }
    const answers = await Promise.all([
      app.phone().post(`${path}/decline`),
      ...Array.from({ length: 4 }, () => app.phone().post(path, form)),
    ])
    expect(statuses(answers)).toEqual([200, 404, 404, 404, 404])
    const golfers = await query(`select 1 from golfers where email = '${email}'`)
    expect(golfers).toHaveLength(answers[0]?.status === 200 ? 0 : 1)
  }
})
