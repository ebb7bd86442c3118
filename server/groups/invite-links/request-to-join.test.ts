import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InviteLink, JoinRequest } from '../../../contract/invites.ts'
import type { ListedMember } from '../../../contract/members.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { followLink, tokensTo } from '../../system-tests/testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { deleteOldRows } from '../store.ts'

const DAY = 86_400_000
const START = '2026-06-01T16:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let admin: TestGolfer
let link: InviteLink

beforeAll(async () => {
  app = await startTestApp({ at: START })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  make = factories(app.ctx)
  group = await make.group({ name: 'Fairway Friends' })
  admin = await make.member(group, { isAdmin: true })
  link = await createLink()
})

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const query = async (statement: string) => (await app.ctx.db.execute(statement)).rows
const linksPath = () => `/api/groups/${group.id}/invite-links`
const linkPath = () => `${linksPath()}/${link.id}`
const createLink = async () => (await as(group.owner).post(linksPath())).body as InviteLink
const askToJoin = (phone = app.phone(), body?: unknown, token = link.token) =>
  phone.post(`/api/invites/${token}/requests`, body)
const readLink = (token = link.token) => app.phone().get(`/api/invites/${token}`)
const listRequests = async () =>
  (await as(group.owner).get(`/api/groups/${group.id}/requests`)).body as JoinRequest[]
const decide = (id: number | undefined, what: 'accept' | 'decline', by = group.owner) =>
  as(by).post(`/api/groups/${group.id}/requests/${id}/${what}`)
const listActions = async () =>
  (await query(`select action from audit_entries where group_id = ${group.id} order by id`)).map(
    (entry) => entry['action'],
  )
const INVALID_LINK_RESPONSE = {
  status: 404,
  body: {
    code: 'LINK_INVALID',
    message: "This invite link no longer works. Ask the group's owner for a new one.",
  },
}

let counter = 0
function newVisitor() {
  counter += 1
  return { name: 'Vic Visitor', email: `vic-${counter}@club.example`, phone: '403-555-0155' }
}

describe('invite links', () => {
  test('can be created by the owner and admins, and both see them', async () => {
    expect(link).toEqual({
      id: expect.any(Number),
      token: expect.stringMatching(/^[\w-]{32}$/),
      joinsWithoutApproval: false,
      createdBy: group.owner.name,
      createdAt: '2026-06-01T16:00:00.000Z',
      expiresAt: '2026-06-15T16:00:00.000Z',
    })
    app.clock.moveBy(1000)
    const second = await as(admin).post(linksPath())
    expect(second.status).toBe(201)
    expect((await as(admin).get(linksPath())).body).toEqual([second.body, link])
    expect(await listActions()).toEqual(['invite-link-created', 'invite-link-created'])
  })

  test('show anyone which group they are for', async () => {
    expect(await readLink()).toMatchObject({
      status: 200,
      body: {
        groupName: 'Fairway Friends',
        slug: group.slug,
        ownerName: group.owner.name,
        memberCount: 2,
        joinsWithoutApproval: false,
      },
    })
    expect(Object.keys((await readLink()).body as object)).toHaveLength(5)
  })

  test('do not work if unknown, expired, revoked, or for an inactive group', async () => {
    expect(await readLink('no-such-token')).toMatchObject(INVALID_LINK_RESPONSE)
    app.clock.moveBy(14 * DAY - 1)
    expect((await readLink()).status).toBe(200)
    app.clock.moveBy(1)
    expect(await readLink()).toMatchObject(INVALID_LINK_RESPONSE)
    expect(await askToJoin(app.phone(), newVisitor())).toMatchObject(INVALID_LINK_RESPONSE)

    app.clock.moveTo(START)
    await query(`update groups set is_active = false where id = ${group.id}`)
    expect(await readLink()).toMatchObject(INVALID_LINK_RESPONSE)
    await query(`update groups set is_active = true where id = ${group.id}`)

    const revoke = () => as(admin).delete(linkPath())
    expect((await revoke()).status).toBe(200)
    expect(await readLink()).toMatchObject(INVALID_LINK_RESPONSE)
    expect((await as(admin).get(linksPath())).body).toEqual([])
    expect((await revoke()).status).toBe(404)
  })

  test.each([
    ['created', () => createLink()],
    ['changed', () => as(group.owner).patch(linkPath(), { joinsWithoutApproval: true })],
    ['revoked', () => as(admin).delete(linkPath())],
  ])('update the phones of other admins when %s', async (_, change) => {
    await query(`delete from live_events where group_id = ${group.id}`)
    await change()
    expect(await query(`select type from live_events where group_id = ${group.id}`)).toEqual([
      { type: 'group' },
    ])
  })

  test('cannot be revoked from another group', async () => {
    const other = await make.group()
    const answer = await as(other.owner).delete(`/api/groups/${other.id}/invite-links/${link.id}`)
    expect(answer.status).toBe(404)
    expect((await readLink()).status).toBe(200)
  })

  test('are limited to ten', async () => {
    for (let n = 1; n < 10; n += 1) expect((await as(admin).post(linksPath())).status).toBe(201)
    expect(await as(admin).post(linksPath())).toMatchObject({
      status: 409,
      body: { code: 'NOT_ELIGIBLE' },
    })
  })

  test('require a subscription in an unpaid group', async () => {
    await query(`update groups set expiry_date = '2026-05-31' where id = ${group.id}`)
    expect(await as(admin).post(linksPath())).toMatchObject({
      status: 402,
      body: {
        message: 'This group is paused until its owner subscribes.',
      },
    })
  })
})

describe('asking to join', () => {
  test('stores what a visitor enters and shows it live to the owner', async () => {
    const vic = newVisitor()
    const live = await as(group.owner).live()
    const answer = await askToJoin(app.phone(), vic)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'requested',
        message: "Your request is on its way to the group's owner and admins.",
      },
    })
    await live.next((event) => event.type === 'group-changed' && event.groupId === group.id)
    live.close()
    expect(await listRequests()).toEqual([
      {
        id: expect.any(Number),
        name: vic.name,
        email: vic.email,
        createdAt: '2026-06-01T16:00:00.000Z',
      },
    ])
  })

  test('uses the account of a signed-in golfer, whatever the body says', async () => {
    const kim = await make.golfer({ name: 'Kim Known' })
    const answer = await askToJoin(as(kim), newVisitor())
    expect(answer.body).toMatchObject({ status: 'requested' })
    expect(await listRequests()).toMatchObject([{ name: 'Kim Known', email: kim.email }])
    expect((await askToJoin(as(kim))).status).toBe(200)
    expect(await listRequests()).toHaveLength(1)
  })

  test('shows a member that they already belong to the group', async () => {
    expect(await askToJoin(as(admin))).toMatchObject({
      status: 200,
      body: { status: 'member', message: "You're already a member of this group." },
    })
    expect(await listRequests()).toEqual([])
  })

  test('responds the same to every visitor, whoever owns the email', async () => {
    const known = await make.golfer()
    const earlierVisitor = newVisitor()
    await askToJoin(app.phone(), earlierVisitor)
    const answers = []
    for (const { email } of [newVisitor(), known, admin, earlierVisitor]) {
      const startedAt = performance.now()
      answers.push(await askToJoin(app.phone(), { ...newVisitor(), email: email.toUpperCase() }))
      // Nothing is stored for existing members, but the timing does not reveal this.
      expect(performance.now() - startedAt).toBeGreaterThan(98)
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await listRequests()).toHaveLength(3)
  })

  test.each([
    [
      undefined,
      {
        name: 'Name must be at least 2 characters',
        email: 'Invalid email address',
        phone: 'Phone number must be at least 10 digits',
      },
    ],
    [
      { name: 'Vic Visitor', email: 'v@club.example' },
      { phone: 'Phone number must be at least 10 digits' },
    ],
  ])('requires all three fields from a visitor: %j', async (body, fields) => {
    const answer = await askToJoin(app.phone(), body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', fields } })
  })

  test('refuses an expired session instead of treating it as a visitor', async () => {
    expect((await askToJoin(app.phone('x'.repeat(43)), newVisitor())).status).toBe(401)
  })

  test("replaces a visitor's request with the golfer's own request for the same email", async () => {
    const kim = await make.golfer({ name: 'Kim Known' })
    await askToJoin(app.phone(), { ...newVisitor(), email: kim.email })
    await askToJoin(as(kim))
    const [request] = await listRequests()
    expect(request).toMatchObject({ name: 'Kim Known' })
    expect((await decide(request?.id, 'accept')).body).toMatchObject({ phone: '403-555-0199' })
  })

  test('is not listed again after the golfer joined in another way and left', async () => {
    const kim = await make.golfer()
    const typed = { ...newVisitor(), email: kim.email }
    await askToJoin(app.phone(), typed)
    await make.member(group, { golfer: kim })
    expect((await as(kim).post(`/api/groups/${group.id}/leave`)).status).toBe(200)
    expect(await listRequests()).toEqual([])
    await askToJoin(app.phone(), typed)
    expect(await listRequests()).toMatchObject([{ email: kim.email }])
  })

  test('is refused while a hundred requests are open, even for members and emails that already asked', async () => {
    await query(`insert into join_requests (group_id, name, email, phone, created_at)
      select ${group.id}, 'Wait', 'wait-' || n || '@club.example', '403', now()
      from generate_series(1, 100) n`)
    for (const email of ['wait-1@club.example', 'fresh@club.example', admin.email]) {
      expect(await askToJoin(app.phone(), { ...newVisitor(), email })).toMatchObject({
        status: 409,
        body: { code: 'NOT_ELIGIBLE' },
      })
    }
    await query(`delete from join_requests where email = 'wait-1@club.example'`)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => askToJoin(app.phone(), newVisitor())),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    // The owner no longer sees requests of golfers who are members by now.
    await query(`update join_requests set golfer_id = ${group.owner.id} where golfer_id is null`)
    expect(await askToJoin(app.phone(), newVisitor())).toMatchObject({ status: 200 })
  })
})

describe('deciding a request', () => {
  test('sends an accepted visitor an invitation, because anyone could have typed the email', async () => {
    const kim = await make.golfer({ name: 'Kim Known' })
    for (const typed of [newVisitor(), { ...newVisitor(), email: kim.email }]) {
      await askToJoin(app.phone(), typed)
      const [request] = await listRequests()
      const answer = await decide(request?.id, 'accept')
      expect(answer).toMatchObject({ status: 200, body: { status: 'invited', ...typed } })
      expect(answer.body).not.toHaveProperty('id')
      expect(await listRequests()).toEqual([])
    }
    const list = await as(group.owner).get(`/api/groups/${group.id}/members-with-roles`)
    expect((list.body as ListedMember[]).map(({ status }) => status)).toEqual([
      'active',
      'active',
      'invited',
      'invited',
    ])
    expect((await as(kim).get('/api/my-invitations')).body).toMatchObject([
      { groupName: expect.any(String) },
    ])
    expect((await listActions()).slice(-2)).toEqual(['join-request-accepted', 'member-invited'])
  })

  test("does not show an admin the visitor's phone number", async () => {
    const { phone, ...vic } = newVisitor()
    await askToJoin(app.phone(), { ...vic, phone })
    const [request] = await listRequests()
    const answer = await decide(request?.id, 'accept', admin)
    expect(answer).toMatchObject({ status: 200, body: { status: 'invited', ...vic } })
    expect(answer.body).not.toHaveProperty('phone')
  })

  test('does not suggest on the welcome page what the visitor typed', async () => {
    const vic = newVisitor()
    await askToJoin(app.phone(), vic)
    const [request] = await listRequests()
    await decide(request?.id, 'accept')
    const [token] = await tokensTo(app, vic.email)
    expect((await app.phone().get(`/api/auth/welcome/${token}`)).body).toMatchObject({
      purpose: 'new-account',
      isInvitation: true,
      suggestedName: null,
      suggestedPhone: null,
    })
  })

  test('adds no member when declined, and the golfer may ask again', async () => {
    const vic = newVisitor()
    await askToJoin(app.phone(), vic)
    const [request] = await listRequests()
    expect(await decide(request?.id, 'decline')).toMatchObject({
      status: 200,
      body: { message: 'The request has been declined.' },
    })
    expect(await listRequests()).toEqual([])
    expect(await query(`select 1 from golfers where email = '${vic.email}'`)).toEqual([])
    await askToJoin(app.phone(), vic)
    expect(await listRequests()).toHaveLength(1)
  })

  test.each([
    ['accept', 'accept', 'approved'],
    ['accept', 'decline', 'approved'],
    ['decline', 'accept', 'declined'],
    ['decline', 'decline', 'declined'],
  ] as const)('after %s, refuses %s: already %s', async (first, second, decided) => {
    await askToJoin(app.phone(), newVisitor())
    const [request] = await listRequests()
    await decide(request?.id, first)
    expect(await decide(request?.id, second, admin)).toMatchObject({
      status: 409,
      body: { code: 'REQUEST_DECIDED', message: `This request was already ${decided}.` },
    })
  })

  test('requires a subscription to accept, but not to decline', async () => {
    await askToJoin(app.phone(), newVisitor())
    const [request] = await listRequests()
    await query(`update groups set expiry_date = '2026-05-31' where id = ${group.id}`)
    expect((await decide(request?.id, 'accept')).status).toBe(402)
    expect((await decide(request?.id, 'decline')).status).toBe(200)
  })

  test('does not invite an email that is already invited', async () => {
    const vic = newVisitor()
    await askToJoin(app.phone(), vic)
    const [request] = await listRequests()
    await as(group.owner).post(`/api/groups/${group.id}/members`, vic)
    expect(await decide(request?.id, 'accept')).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_INVITED' },
    })
    await followLink(app, vic.email)
    expect(await listRequests()).toEqual([])
  })

  test("does not find another group's requests", async () => {
    await askToJoin(app.phone(), newVisitor())
    const [request] = await listRequests()
    const other = await make.group()
    for (const what of ['accept', 'decline']) {
      const path = `/api/groups/${other.id}/requests/${request?.id}/${what}`
      expect((await as(other.owner).post(path)).status).toBe(404)
    }
    expect(await listRequests()).toHaveLength(1)
  })

  test('is refused for regular members', async () => {
    const member = await make.member(group)
    const paths = [linksPath(), `/api/groups/${group.id}/requests`]
    for (const path of paths) expect((await as(member).get(path)).status).toBe(403)
    expect((await as(member).post(linksPath())).status).toBe(403)
  })
})

test('deletes decided requests and expired links after a month', async () => {
  await askToJoin(app.phone(), newVisitor())
  await askToJoin(app.phone(), newVisitor())
  const [first] = await listRequests()
  await decide(first?.id, 'decline')
  const readLeftovers = async () => [
    await query(`select 1 from join_requests where group_id = ${group.id}`),
    await query(`select 1 from invite_links where group_id = ${group.id}`),
  ]
  app.clock.moveBy(29 * DAY)
  await deleteOldRows(app.ctx)
  expect((await readLeftovers()).map((rows) => rows.length)).toEqual([2, 1])
  app.clock.moveBy(16 * DAY)
  await deleteOldRows(app.ctx)
  expect((await readLeftovers()).map((rows) => rows.length)).toEqual([1, 0])
})
