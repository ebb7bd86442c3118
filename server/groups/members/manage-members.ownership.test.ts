import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endMember } from '../../system-tests/testing/end-accounts.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const OWNER_ONLY_MESSAGE = 'Only the group owner can modify group settings.'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let member: TestGolfer

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  group = await make.group({ name: 'Fairway Friends' })
  member = await make.member(group, { name: 'Ben Adams' })
})

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const transfer = (newOwnerId: unknown, golfer = group.owner) =>
  as(golfer).post(`/api/groups/${group.id}/transfer-ownership`, { newOwnerId })
const listMembers = async (golfer: TestGolfer) =>
  (await as(golfer).get(`/api/groups/${group.id}/members-with-roles`)).body as {
    id: number
    isOwner: boolean
    isAdmin: boolean
  }[]

/** Removes the member directly, as a concurrent request would. */
const remove = (golferId: number) => endMember(app.ctx, { groupId: group.id, golferId })

describe('transferring a group', () => {
  test('makes the member its owner and the old owner an admin', async () => {
    const answer = await transfer(member.id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      message: "Ben Adams now owns Fairway Friends. You'll stay on as an admin.",
    })
    expect(await listMembers(member)).toMatchObject([
      { id: member.id, isOwner: true, isAdmin: true },
      { id: group.owner.id, isOwner: false, isAdmin: true },
    ])
    const logged = await app.ctx.db.execute(
      `select actor_id, action, golfer_id from audit_entries where group_id = ${group.id}`,
    )
    expect(logged.rows).toEqual([
      { actor_id: group.owner.id, action: 'ownership-transferred', golfer_id: member.id },
    ])
  })

  test("ends the old owner's right to transfer it", async () => {
    await transfer(member.id)
    for (const again of [
      await transfer(member.id),
      await as(group.owner).patch(`/api/groups/${group.id}/name`, { name: 'Mine' }),
    ]) {
      expect(again.status).toBe(403)
      expect(again.body).toEqual({ code: 'FORBIDDEN', message: OWNER_ONLY_MESSAGE })
    }
    expect((await transfer(group.owner.id, member)).status).toBe(200)
  })

  test('accepts only another member', async () => {
    const stranger = await make.golfer()
    for (const id of [stranger.id, 2_000_000_000, group.owner.id]) {
      const answer = await transfer(id)
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ code: 'NOT_ELIGIBLE' })
    }
    for (const id of [undefined, null, 'x', 0, 1.5]) expect((await transfer(id)).status).toBe(400)
  })

  test('refuses a member who already owns twenty groups', async () => {
    await app.ctx.db.execute(`
      with made as (
        insert into groups (name, slug, owner_id)
        select 'Owned', 'owned-' || n, ${member.id} from generate_series(1, 20) n returning id
      )
      insert into group_members (group_id, golfer_id) select id, ${member.id} from made`)
    expect(await transfer(member.id)).toMatchObject({
      status: 409,
      body: {
        code: 'NOT_ELIGIBLE',
        message:
          'Ben Adams owns 20 groups, which is the most one golfer can own. Pick another member.',
      },
    })
  })

  test('is allowed only for the owner', async () => {
    const admin = await make.member(group, { isAdmin: true })
    expect((await transfer(admin.id, admin)).body).toEqual({
      code: 'FORBIDDEN',
      message: OWNER_ONLY_MESSAGE,
    })
    expect((await transfer(member.id, await make.golfer())).status).toBe(404)
  })
})

describe('simultaneous changes', () => {
  const ROUNDS = 12

  test('lets one of two transfers win and refuses the other', { tags: 'thorough' }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      group = await make.group()
      const [ben, cleo] = [await make.member(group), await make.member(group)]
      const answers = await Promise.all([transfer(ben.id), transfer(cleo.id)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
      const winner = answers[0]?.status === 200 ? ben : cleo
      expect((await listMembers(winner))[0]).toMatchObject({ id: winner.id, isOwner: true })
    }
  })

  test('keeps the owner a member when a transfer races the removal of its target', {
    tags: 'thorough',
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      group = await make.group()
      member = await make.member(group)
      await make.teeTime(group, { creator: member, players: [member] })
      const [transferred, removed] = await Promise.all([transfer(member.id), remove(member.id)])
      expect([
        [200, 'owner'],
        [409, 'removed'],
      ]).toContainEqual([transferred.status, removed])
    }
  })

  test('returns no 5xx when transfers and a rename race', { tags: 'thorough' }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      group = await make.group()
      member = await make.member(group)
      const answers = await Promise.all([
        transfer(member.id),
        as(group.owner).patch(`/api/groups/${group.id}/name`, { name: 'Renamed', version: 1 }),
        transfer(member.id),
      ])
      for (const { status } of answers) expect([200, 403, 409]).toContain(status)
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    }
  })
})
