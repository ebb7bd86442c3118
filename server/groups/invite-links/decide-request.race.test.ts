// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InviteLink, JoinRequest } from '../../../contract/invites.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const ROUNDS = 12

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let admin: TestGolfer
let token: string
beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
  group = await make.group()
  admin = await make.member(group, { isAdmin: true })
  const link = await as(group.owner).post(`/api/groups/${group.id}/invite-links`)
  token = (link.body as InviteLink).token
})
afterAll(() => app.close())

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const query = async (statement: string) => (await app.ctx.db.execute(statement)).rows
const askToJoin = (email: string, phone = app.phone()) =>
  phone.post(`/api/invites/${token}/requests`, { name: 'Vic', email, phone: '403-555-0155' })
const listRequests = async () =>
  (await as(admin).get(`/api/groups/${group.id}/requests`)).body as JoinRequest[]
const decide = (id: number | undefined, what: 'accept' | 'decline', by: TestGolfer) =>
  as(by).post(`/api/groups/${group.id}/requests/${id}/${what}`)

test('stores one request when several phones send it at the same time', async () => {
  const kim = await make.golfer()
  const answers = await Promise.all([
    askToJoin(kim.email),
    askToJoin(kim.email.toUpperCase()),
    askToJoin(kim.email, as(kim)),
    askToJoin(kim.email, as(kim)),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const [request, ...rest] = await listRequests()
  expect(request).toMatchObject({ name: kim.name })
  expect(rest).toEqual([])
  await decide(request?.id, 'decline', admin)
})

test('lets only one simultaneous decision win, and invites the visitor only if it accepts', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = `vic-${round}@club.example`
    await askToJoin(email)
    const [request] = await listRequests()
    const [yes, no, yesToo] = await Promise.all([
      decide(request?.id, 'accept', admin),
      decide(request?.id, 'decline', group.owner),
      decide(request?.id, 'accept', group.owner),
    ])
    const all = [yes, no, yesToo].map(({ status }) => status)
    expect(all.toSorted()).toEqual([200, 409, 409])
    expect(await query(`select 1 from invitations where email = '${email}'`)).toHaveLength(
      no.status === 200 ? 0 : 1,
    )
  }
})

test('leaves no membership when accepting and inviting race the deletion of the account', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const kim = await make.golfer({ password: 'fairway' })
    await askToJoin(kim.email, as(kim))
    const [request] = await listRequests()
    const answers = await Promise.all([
      as(kim).delete('/api/my-account', { password: 'fairway' }),
      decide(request?.id, 'accept', admin),
      as(admin).post(`/api/groups/${group.id}/members`, {
        name: 'Kim',
        email: kim.email,
        phone: '403-555-0155',
      }),
      askToJoin(kim.email, as(kim)),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await query(`select 1 from group_members where golfer_id = ${kim.id}`)).toEqual([])
    expect(await query(`select 1 from join_requests where golfer_id = ${kim.id}`)).toEqual([])
  }
})
