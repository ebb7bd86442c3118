import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '../../../contract/members.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let admin: TestGolfer
let member: TestGolfer

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  group = await make.group({ name: 'Fairway Friends' })
  admin = await make.member(group, { isAdmin: true })
  member = await make.member(group, { name: 'Ben Adams' })
})

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const query = async (statement: string) => (await app.ctx.db.execute(statement)).rows

const inviteNora = (by: TestGolfer) =>
  as(by).post(`/api/groups/${group.id}/members`, {
    name: 'Nora New',
    email: 'nora@club.example',
    phone: '403-555-0155',
  })
const remove = (by: TestGolfer, id: number, body?: unknown) =>
  as(by).delete(`/api/groups/${group.id}/members/${id}`, body)
const setAdmin = (by: TestGolfer, id: number, isAdmin: unknown) =>
  as(by).put(`/api/groups/${group.id}/members/${id}/admin`, { isAdmin })
const leave = (by: TestGolfer) => as(by).post(`/api/groups/${group.id}/leave`)
const listMembers = async (by = group.owner) =>
  (await as(by).get(`/api/groups/${group.id}/members-with-roles`)).body as Member[]
const readAuditLog = () =>
  query(`select actor_id, action, golfer_id, group_name from audit_entries
    where group_id = ${group.id} order by id`)

describe('removing a member', () => {
  test('frees the upcoming spots and keeps the posted tee times', async () => {
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
    expect((await listMembers()).map(({ id }) => id)).not.toContain(member.id)
    expect((await as(member).get(`/api/groups/slug/${group.slug}`)).status).toBe(403)
    expect(await readAuditLog()).toMatchObject([{ action: 'member-removed', golfer_id: member.id }])
  })

  test.each([
    ['the owner', () => group.owner.id, 409, 'OWNER_CANNOT_LEAVE'],
    ['someone who was never a member', () => 2_147_483_647, 404, 'NOT_FOUND'],
  ])('is refused for %s', async (_, target, status, code) => {
    expect(await remove(group.owner, target())).toMatchObject({ status, body: { code } })
  })

  test('is refused for a member of another group', async () => {
    const other = await make.group()
    expect((await remove(group.owner, other.owner.id)).status).toBe(404)
    expect((await make.member(other, { golfer: member })).id).toBe(member.id)
  })

  test('is allowed only for the owner', async () => {
    expect(await remove(admin, member.id)).toMatchObject({
      status: 403,
      body: { message: 'Only the group owner can remove members.' },
    })
  })
})

describe('admins', () => {
  test('are added and removed without duplicates', async () => {
    for (const _ of ['first', 'again']) {
      const answer = await setAdmin(group.owner, member.id, true)
      expect(answer).toMatchObject({ status: 200, body: { id: member.id, isAdmin: true } })
    }
    expect((await inviteNora(member)).status).toBe(201)
    expect(await setAdmin(group.owner, member.id, false)).toMatchObject({
      status: 200,
      body: { isAdmin: false },
    })
    expect((await inviteNora(member)).status).toBe(403)
    expect((await readAuditLog()).map((entry) => entry['action'])).toEqual([
      'admin-made',
      'member-invited',
      'admin-unmade',
    ])
  })

  test('cannot be the owner and cannot add others', async () => {
    expect(await setAdmin(group.owner, group.owner.id, false)).toMatchObject({
      status: 409,
      body: { code: 'NOT_ELIGIBLE' },
    })
    expect((await setAdmin(group.owner, 2_147_483_647, true)).status).toBe(404)
    expect((await setAdmin(admin, member.id, true)).status).toBe(403)
    expect((await setAdmin(group.owner, member.id, 'yes')).status).toBe(400)
  })
})

test('lists my groups: active ones first, then by name', async () => {
  for (const name of ['Birdies', 'Aces']) await make.group({ name, owner: member })
  const inactiveGroup = await make.group({ name: 'Aardvarks', owner: member })
  await query(`update groups set is_active = false where id = ${inactiveGroup.id}`)
  for (const path of ['/api/my-groups', '/api/golfers/groups']) {
    const names = ['Aces', 'Birdies', 'Fairway Friends', 'Aardvarks']
    expect((await as(member).get(path)).body).toMatchObject(names.map((name) => ({ name })))
  }
})

describe('leaving a group', () => {
  test('ends the membership and frees the spots', async () => {
    const { id } = await make.teeTime(group, { players: [member] })
    expect(await leave(member)).toMatchObject({
      status: 200,
      body: { message: 'You have left Fairway Friends.' },
    })
    expect((await as(member).get('/api/my-groups')).body).toEqual([])
    expect(
      await query(`select golfer_id from spots where status = 'player' and tee_time_id = ${id}`),
    ).toEqual([])
    expect((await leave(member)).status).toBe(404)
    expect(await readAuditLog()).toMatchObject([{ action: 'member-left', golfer_id: member.id }])
  })

  test('is refused for the owner', async () => {
    expect(await leave(group.owner)).toMatchObject({
      status: 409,
      body: {
        code: 'OWNER_CANNOT_LEAVE',
        message: 'You own this group. Transfer ownership to another member first, then leave.',
      },
    })
  })
})
