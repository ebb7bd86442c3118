import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '../../../contract/members.ts'
import { factories, type TestGolfer, type TestGroup } from '../../testing/factories.ts'
import { holdDate } from '../../testing/hold-date.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let it: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let admin: TestGolfer
let member: TestGolfer

beforeAll(async () => {
  it = await startTestApp()
  make = factories(it.ctx)
})
afterAll(() => it.close())
beforeEach(async () => {
  group = await make.group({ name: 'Fairway Friends' })
  admin = await make.member(group, { isAdmin: true })
  member = await make.member(group, { name: 'Ben Adams' })
})

const as = (golfer: TestGolfer) => it.phone(golfer.session)
const query = async (statement: string) => (await it.ctx.db.execute(statement)).rows

let counter = 0
function newcomer() {
  counter += 1
  return { name: 'Nora New', email: `nora-${counter}@club.example`, phone: '403-555-0155' }
}

const add = (by: TestGolfer, body: unknown) => as(by).post(`/api/groups/${group.id}/members`, body)
const remove = (by: TestGolfer, id: number, body?: unknown) =>
  as(by).delete(`/api/groups/${group.id}/members/${id}`, body)
const makeAdmin = (by: TestGolfer, id: number, isAdmin: unknown) =>
  as(by).put(`/api/groups/${group.id}/members/${id}/admin`, { isAdmin })
const leave = (by: TestGolfer) => as(by).post(`/api/groups/${group.id}/leave`)
const members = async (by = group.owner) =>
  (await as(by).get(`/api/groups/${group.id}/members-with-roles`)).body as Member[]
const logged = () =>
  query(`select actor_id, action, golfer_id, group_name from audit_entries
    where group_id = ${group.id} order by id`)

describe('adding a member', () => {
  test('makes an account for a new address, and mails its golfer', async () => {
    const nora = newcomer()
    const answer = await add(group.owner, { ...nora, requesterId: group.owner.id })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'Nora New',
      email: nora.email,
      phone: nora.phone,
      isOwner: false,
      isAdmin: false,
    })
    const { id } = answer.body as Member
    expect(await members()).toContainEqual(answer.body)
    expect(
      await query(`select payload from graphile_worker._private_jobs
        where payload->>'golferId' = '${id}'`),
    ).toMatchObject([{ payload: { reason: 'new-account', groupId: group.id } }])
    expect(await logged()).toEqual([
      {
        actor_id: group.owner.id,
        action: 'member-added',
        golfer_id: id,
        group_name: 'Fairway Friends',
      },
    ])
  })

  test('lets an account that is there join as it is, and tells nobody its phone', async () => {
    const known = await make.golfer({ name: 'Kim Known' })
    const answer = await add(group.owner, {
      name: 'Somebody Else',
      email: known.email.toUpperCase(),
      phone: '403-555-9999',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: known.id,
      name: 'Kim Known',
      email: known.email,
      isOwner: false,
      isAdmin: false,
    })
    expect((await members()).find(({ id }) => id === known.id)).not.toHaveProperty('phone')
    expect((await as(known).get('/api/auth/me')).body).toMatchObject({
      name: 'Kim Known',
      phone: '403-555-0199',
    })
  })

  test('is for admins too, who see no phone', async () => {
    const answer = await add(admin, newcomer())
    expect(answer.status).toBe(201)
    expect(answer.body).not.toHaveProperty('phone')
  })

  test('says who is a member already', async () => {
    const answer = await add(group.owner, { ...newcomer(), email: member.email })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'ALREADY_MEMBER',
        message: 'Ben Adams is already a member of this group with this email.',
      },
    })
  })

  test('says that a deleted account cannot come back', async () => {
    const gone = await make.golfer()
    await query(`select delete_golfer(${gone.id}, now())`)
    const [{ email } = { email: '' }] = (await query(
      `select email from golfers where id = ${gone.id}`,
    )) as { email: string }[]
    expect(await add(group.owner, { ...newcomer(), email })).toMatchObject({
      status: 409,
      body: { code: 'NOT_ELIGIBLE' },
    })
  })

  test('waits for the subscription once the time is over', async () => {
    const expired = await make.group({ expiryDate: new Date('2026-05-31T00:00:00Z') })
    const answer = await as(expired.owner).post(`/api/groups/${expired.id}/members`, newcomer())
    expect(answer).toMatchObject({
      status: 402,
      body: {
        code: 'SUBSCRIPTION_REQUIRED',
        message: "Your group's time is over. Subscribe to add members again.",
      },
    })
  })

  test.each([
    [{ name: 'N' }, 'name', 'Name must be at least 2 characters'],
    [{ email: 'no address' }, 'email', 'Invalid email address'],
    [{ phone: '555' }, 'phone', 'Phone number must be at least 10 digits'],
  ])('refuses %j', async (wrong, field, message) => {
    const answer = await add(group.owner, { ...newcomer(), ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: message } } })
  })

  test('is no business of plain members, nor of others in the name of the owner', async () => {
    expect(await add(member, newcomer())).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    expect(await add(admin, { ...newcomer(), requesterId: group.owner.id })).toMatchObject({
      status: 403,
      body: { code: 'IDENTITY_MISMATCH' },
    })
  })

  test('is slow for who goes through addresses', async () => {
    holdDate()
    const app = await startTestApp({ env: { RATE_LIMIT: 'on' } })
    try {
      const { id, owner } = await factories(app.ctx).group()
      const again = () =>
        app.phone(owner.session).post(`/api/groups/${id}/members`, {
          ...newcomer(),
          email: owner.email,
        })
      for (let n = 0; n < 30; n += 1) expect((await again()).status).toBe(409)
      expect((await again()).status).toBe(429)
    } finally {
      await app.close()
    }
  })
})

describe('removing a member', () => {
  test('frees the spots to come, and leaves the tee times posted', async () => {
    const posted = await make.teeTime(group, { creator: member, joinAsPlayer: true })
    const joined = await make.teeTime(group, { players: [member, admin] })
    const answer = await remove(group.owner, member.id, { requesterId: group.owner.id })
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'The member has been removed from the group.' },
    })
    const cards = (await as(group.owner).get(`/api/groups/slug/${group.slug}/tee-times`)).body
    expect(cards).toMatchObject([
      { id: posted.id, participants: [], creatorHasLeft: true },
      { id: joined.id, participants: [{ id: admin.id }] },
    ])
    expect((await members()).map(({ id }) => id)).not.toContain(member.id)
    expect((await as(member).get(`/api/groups/slug/${group.slug}`)).status).toBe(403)
    expect(await logged()).toMatchObject([{ action: 'member-removed', golfer_id: member.id }])
  })

  test.each([
    ['the owner', () => group.owner.id, 409, 'OWNER_CANNOT_LEAVE'],
    ['who never was a member', () => 2_147_483_647, 404, 'NOT_FOUND'],
  ])('is refused for %s', async (_, target, status, code) => {
    expect(await remove(group.owner, target())).toMatchObject({ status, body: { code } })
  })

  test("is refused for another group's member", async () => {
    const other = await make.group()
    expect((await remove(group.owner, other.owner.id)).status).toBe(404)
    expect((await make.member(other, { golfer: member })).id).toBe(member.id)
  })

  test('is for the owner alone', async () => {
    expect(await remove(admin, member.id)).toMatchObject({
      status: 403,
      body: { message: 'Only the group owner can remove members.' },
    })
  })
})

describe('admins', () => {
  test('are made and unmade, once', async () => {
    for (const _ of ['first', 'again']) {
      const answer = await makeAdmin(group.owner, member.id, true)
      expect(answer).toMatchObject({ status: 200, body: { id: member.id, isAdmin: true } })
    }
    expect((await add(member, newcomer())).status).toBe(201)
    expect(await makeAdmin(group.owner, member.id, false)).toMatchObject({
      status: 200,
      body: { isAdmin: false },
    })
    expect((await add(member, newcomer())).status).toBe(403)
    expect((await logged()).map((entry) => entry['action'])).toEqual([
      'admin-made',
      'member-added',
      'admin-unmade',
    ])
  })

  test('the owner is none, and others make none', async () => {
    expect(await makeAdmin(group.owner, group.owner.id, false)).toMatchObject({
      status: 409,
      body: { code: 'NOT_ELIGIBLE' },
    })
    expect((await makeAdmin(group.owner, 2_147_483_647, true)).status).toBe(404)
    expect((await makeAdmin(admin, member.id, true)).status).toBe(403)
    expect((await makeAdmin(group.owner, member.id, 'yes')).status).toBe(400)
  })
})

describe('leaving', () => {
  test('ends the membership and frees the spots', async () => {
    const { id } = await make.teeTime(group, { players: [member] })
    expect(await leave(member)).toMatchObject({
      status: 200,
      body: { message: 'You have left Fairway Friends.' },
    })
    expect((await as(member).get('/api/my-groups')).body).toEqual([])
    expect(
      await query(`select golfer_id from tee_time_participants where tee_time_id = ${id}`),
    ).toEqual([])
    expect((await leave(member)).status).toBe(404)
    expect(await logged()).toMatchObject([{ action: 'member-left', golfer_id: member.id }])
  })

  test('is not for the owner', async () => {
    expect(await leave(group.owner)).toMatchObject({
      status: 409,
      body: {
        code: 'OWNER_CANNOT_LEAVE',
        message: 'You own this group. Transfer the ownership to another member first, then leave.',
      },
    })
  })
})
