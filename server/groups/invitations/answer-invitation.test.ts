import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MyInvitation } from '../../../contract/invitations.ts'
import type { WelcomeLink } from '../../../contract/welcome.ts'
import { tasksOf } from '../../app/jobs.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { followLink, tokensTo } from '../../system-tests/testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const START = '2026-06-01T16:00:00Z'
const DAY = 86_400_000
const PASSWORD = 'nineteenth-hole'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let kim: TestGolfer

beforeAll(async () => {
  app = await startTestApp({ at: START, env: { PUBLIC_URL: 'https://golf.example' } })
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  group = await make.group({ name: 'Fairway Friends' })
  kim = await make.golfer({ name: 'Kim Known', password: 'fairways' })
})

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const query = async (statement: string) => (await app.ctx.db.execute(statement)).rows
const invite = (email: string, to = group) =>
  as(to.owner).post(`/api/groups/${to.id}/members`, {
    name: 'Typed Name',
    email,
    phone: '403-555-0155',
  })
const listMine = async (golfer = kim) =>
  (await as(golfer).get('/api/my-invitations')).body as MyInvitation[]
const answerInvitation = (id: number | undefined, what: 'accept' | 'decline', golfer = kim) =>
  as(golfer).post(`/api/my-invitations/${id}/${what}`)
const isMember = async (golfer = kim, of = group) =>
  (await as(golfer).get(`/api/groups/slug/${of.slug}`)).status === 200

let counter = 0
function newEmail(): string {
  counter += 1
  return `invited-${counter}@club.example`
}

describe('a golfer with an account', () => {
  test('sees the invitation, accepts it and becomes a member with their own name', async () => {
    await invite(kim.email.toUpperCase())
    expect(await listMine()).toEqual([
      {
        id: expect.any(Number),
        groupName: 'Fairway Friends',
        inviterName: group.owner.name,
        memberCount: 1,
        createdAt: '2026-06-01T16:00:00.000Z',
        expiresAt: '2026-07-01T16:00:00.000Z',
      },
    ])
    expect(await isMember()).toBe(false)
    const [invitation] = await listMine()
    const accepted = await answerInvitation(invitation?.id, 'accept')
    expect(accepted).toMatchObject({
      status: 200,
      body: { slug: group.slug, groupName: 'Fairway Friends' },
    })
    expect(await isMember()).toBe(true)
    expect(await listMine()).toEqual([])
    const members = await as(group.owner).get(`/api/groups/${group.id}/members-with-roles`)
    expect(members.body).toContainEqual(
      expect.objectContaining({ status: 'active', id: kim.id, name: 'Kim Known' }),
    )
    // The first response may have been lost, so a retry must succeed too.
    expect((await answerInvitation(invitation?.id, 'accept')).body).toEqual(accepted.body)
    expect((await answerInvitation(invitation?.id, 'decline')).status).toBe(404)
  })

  test('cannot be invited again for 30 days after declining, but can use an invite link', async () => {
    await invite(kim.email)
    const [invitation] = await listMine()
    for (const _ of ['first', 'again']) {
      expect((await answerInvitation(invitation?.id, 'decline')).status).toBe(200)
    }
    expect(await listMine()).toEqual([])
    expect((await answerInvitation(invitation?.id, 'accept')).status).toBe(404)
    expect(await invite(kim.email)).toMatchObject({
      status: 409,
      body: {
        code: 'NOT_YET',
        message:
          'This golfer left the group or declined an invitation. You can invite them again after Wed, Jul 1. Until then, send them an invite link.',
      },
    })
    const other = await make.group()
    expect((await invite(kim.email, other)).status).toBe(201)
    const link = await as(group.owner).post(`/api/groups/${group.id}/invite-links`)
    const { token } = link.body as { token: string }
    await as(kim).post(`/api/invites/${token}/requests`, {})
    const [request] = (await as(group.owner).get(`/api/groups/${group.id}/requests`)).body as {
      id: number
    }[]
    const path = `/api/groups/${group.id}/requests/${request?.id}/accept`
    expect((await as(group.owner).post(path)).body).toMatchObject({ status: 'active', id: kim.id })
    expect(await isMember()).toBe(true)
  })

  test('cannot be invited again for exactly 30 days after leaving', async () => {
    await make.member(group, { golfer: kim })
    await as(kim).post(`/api/groups/${group.id}/leave`)
    app.clock.moveBy(30 * DAY - 1)
    expect(await invite(kim.email)).toMatchObject({ status: 409, body: { code: 'NOT_YET' } })
    app.clock.moveBy(1)
    expect((await invite(kim.email)).status).toBe(201)
  })

  test('can be invited during the cooldown if they ask through an invite link while signed out', async () => {
    await make.member(group, { golfer: kim })
    await as(kim).post(`/api/groups/${group.id}/leave`)
    const link = await as(group.owner).post(`/api/groups/${group.id}/invite-links`)
    const { token } = link.body as { token: string }
    const visitor = { name: 'Kim Known', email: kim.email, phone: '403-555-0177' }
    await app.phone().post(`/api/invites/${token}/requests`, visitor)
    const [request] = (await as(group.owner).get(`/api/groups/${group.id}/requests`)).body as {
      id: number
    }[]
    const path = `/api/groups/${group.id}/requests/${request?.id}/accept`
    expect((await as(group.owner).post(path)).body).toMatchObject({ status: 'invited' })
    const [invitation] = await listMine()
    expect((await answerInvitation(invitation?.id, 'accept')).status).toBe(200)
    expect(await isMember()).toBe(true)
  })

  test('can be invited again immediately after the owner removes them', async () => {
    await make.member(group, { golfer: kim })
    await as(group.owner).delete(`/api/groups/${group.id}/members/${kim.id}`)
    expect((await invite(kim.email)).status).toBe(201)
  })

  test('no longer has the invitation after joining another way', async () => {
    await invite(kim.email)
    await make.member(group, { golfer: kim })
    expect(await listMine()).toEqual([])
    expect(await query(`select 1 from invitations where group_id = ${group.id}`)).toEqual([])
  })

  test("never sees or answers someone else's invitation, or any with an unverified email", async () => {
    const una = await make.golfer({ proven: false, password: 'fairways' })
    for (const { email } of [kim, una]) await invite(email)
    const [invitation] = await listMine()
    const other = await make.golfer()
    for (const what of ['accept', 'decline'] as const) {
      expect((await answerInvitation(invitation?.id, what, other)).status).toBe(404)
    }
    expect(await listMine(una)).toEqual([])
    const rows = await query(`select id from invitations where email = '${una.email}'`)
    const id = Number(rows[0]?.['id'])
    expect((await answerInvitation(id, 'accept', una)).status).toBe(404)
    expect(await isMember(una)).toBe(false)
  })

  test("doesn't see or accept an invitation to an inactive group", async () => {
    await invite(kim.email)
    const [invitation] = await listMine()
    await query(`update groups set is_active = false where id = ${group.id}`)
    expect(await listMine()).toEqual([])
    expect((await answerInvitation(invitation?.id, 'accept')).status).toBe(404)
    await query(`update groups set is_active = true where id = ${group.id}`)
    app.clock.moveBy(30 * DAY)
    const kimLater = { ...kim, session: await make.signIn(kim.id) }
    expect((await answerInvitation(invitation?.id, 'accept', kimLater)).status).toBe(404)
  })

  test('has the invitation in their data export until they delete the account', async () => {
    await invite(kim.email)
    const invitation = { groupName: 'Fairway Friends', name: 'Typed Name', phone: '403-555-0155' }
    const readExport = async () => (await as(kim).get('/api/my-data')).body
    expect(await readExport()).toMatchObject({ invitations: [{ ...invitation, decision: null }] })
    const [listed] = await listMine()
    await answerInvitation(listed?.id, 'decline')
    expect(await readExport()).toMatchObject({
      invitations: [{ ...invitation, decision: 'declined' }],
    })
    await as(kim).delete('/api/my-account', { password: 'fairways' })
    expect(await query(`select 1 from invitations where group_id = ${group.id}`)).toEqual([])
  })
})

describe('an email without an account', () => {
  test('corrects what the inviter typed and joins through the link', async () => {
    const email = newEmail()
    await invite(email)
    const [token] = await tokensTo(app, email)
    expect((await app.phone().get(`/api/auth/welcome/${token}`)).body).toEqual({
      purpose: 'new-account',
      name: null,
      email,
      groupName: 'Fairway Friends',
      isInvitation: true,
      inviterName: group.owner.name,
      suggestedName: 'Typed Name',
      suggestedPhone: '403-555-0155',
      nameRequired: true,
      nextOpen: null,
    })
    const form = { name: 'Real Name', phone: '403-555-0188', textsAgreed: true }
    const { sessionId, slug, texts } = await followLink(app, email, form)
    expect([slug, texts]).toEqual([group.slug, 'on'])
    expect((await app.phone(sessionId).get('/api/auth/me')).body).toMatchObject({
      name: 'Real Name',
      phone: '403-555-0188',
      phoneConfirmed: true,
    })
    expect((await app.phone(sessionId).get(`/api/groups/slug/${group.slug}`)).body).toMatchObject({
      role: 'member',
      memberCount: 2,
    })
  })

  test('sees the next tee time with an open spot, unless the group is unpaid', async () => {
    const email = newEmail()
    await invite(email)
    const [token] = await tokensTo(app, email)
    const readNextOpen = async () =>
      ((await app.phone().get(`/api/auth/welcome/${token}`)).body as WelcomeLink).nextOpen
    const players = [await make.member(group)]
    await make.teeTime(group, { date: '2026-06-02', maxPlayers: 1, players })
    await make.teeTime(group, { date: '2026-06-05', course: 'Lakeview' })
    const next = { course: 'Lakeview', date: '2026-06-05', time: '08:12', openSpots: 4 }
    expect(await readNextOpen()).toEqual({ id: expect.any(Number), ...next })
    await query(`update groups set expiry_date = '2026-05-31' where id = ${group.id}`)
    expect(await readNextOpen()).toBeNull()
  })

  test('declines through the link, which leaves only the 30-day cooldown', async () => {
    const email = newEmail()
    await invite(email)
    const [token] = await tokensTo(app, email)
    expect(await app.phone().post(`/api/auth/welcome/${token}/decline`)).toMatchObject({
      status: 200,
      body: { message: 'You declined the invitation.' },
    })
    expect((await app.phone().get(`/api/auth/welcome/${token}`)).status).toBe(404)
    expect(await query(`select 1 from golfers where email = '${email}'`)).toEqual([])
    expect(await invite(email)).toMatchObject({ status: 409, body: { code: 'NOT_YET' } })
  })

  test('sees the invitation in an account created since, and joins through the link', async () => {
    const email = newEmail()
    const other = await make.group()
    await invite(email)
    await invite(email, other)
    const [first] = await tokensTo(app, email)
    const { sessionId, slug } = await followLink(app, email)
    expect(slug).toBe(other.slug)
    const listed = await app.phone(sessionId).get('/api/my-invitations')
    expect(listed.body).toMatchObject([{ groupName: 'Fairway Friends' }])
    const path = `/api/auth/welcome/${first}`
    expect((await app.phone().get(path)).body).toMatchObject({
      purpose: 'join-group',
      suggestedName: null,
      suggestedPhone: null,
    })
    // The account has a password by now, and keeps its name and phone.
    const used = await app.phone().post(path, { password: 'another-one', name: 'Someone Else' })
    expect(used).toMatchObject({ status: 200, body: { slug: group.slug } })
    expect((await app.phone(sessionId).get('/api/auth/me')).body).toMatchObject({
      name: 'New Golfer',
    })
    const login = { email, password: PASSWORD }
    expect((await app.phone().post('/api/auth/login', login)).status).toBe(200)
  })

  test('gets a new email for a lost link', async () => {
    const email = newEmail()
    await invite(email)
    await tokensTo(app, email)
    app.clock.moveBy(8 * DAY)
    await app.phone().post('/api/auth/forgot-password', { email })
    expect(await tokensTo(app, email)).toHaveLength(2)
    expect((await followLink(app, email)).slug).toBe(group.slug)
  })

  test('gets at most one email an hour and five in total, however often anyone asks', async () => {
    const email = newEmail()
    await invite(email)
    const ask = () => app.phone().post('/api/auth/forgot-password', { email })
    await ask()
    expect(await tokensTo(app, email)).toHaveLength(1)
    for (let n = 0; n < 6; n += 1) {
      app.clock.moveBy(DAY)
      await ask()
      await app.runJobs()
    }
    expect(await tokensTo(app, email)).toHaveLength(5)
    await invite(email, await make.group())
    expect(await tokensTo(app, email)).toHaveLength(6)
  })

  test('gets at most five emails in 24 hours, counting those that anyone asked for', async () => {
    const email = newEmail()
    for (const _ of ['first', 'second']) await invite(email, await make.group())
    for (let n = 0; n < 6; n += 1) {
      app.clock.moveBy(DAY / 24)
      await app.phone().post('/api/auth/forgot-password', { email })
      await app.runJobs()
    }
    expect(await tokensTo(app, email)).toHaveLength(5)
  })

  test('cannot decline with a link that is not an invitation', async () => {
    await app.phone().post('/api/auth/forgot-password', { email: kim.email })
    const [token] = await tokensTo(app, kim.email)
    expect(await app.phone().post(`/api/auth/welcome/${token}/decline`)).toMatchObject({
      status: 409,
      body: { code: 'NOT_ELIGIBLE' },
    })
    expect((await app.phone().get(`/api/auth/welcome/${token}`)).status).toBe(200)
  })
})

test('deletes decided and expired invitations after a month', async () => {
  await invite(kim.email)
  const [invitation] = await listMine()
  await answerInvitation(invitation?.id, 'decline')
  await invite(newEmail())
  const countRows = async () => [
    (await query(`select 1 from invitations where group_id = ${group.id}`)).length,
    (await query(`select 1 from invite_cooldowns where group_id = ${group.id}`)).length,
  ]
  const runPurgeJobs = async () => {
    await tasksOf(app.ctx)['delete_expired_links']?.({})
    await tasksOf(app.ctx)['purge_old_rows']?.({})
  }
  app.clock.moveBy(30 * DAY - 1)
  await runPurgeJobs()
  expect(await countRows()).toEqual([2, 1])
  app.clock.moveBy(2)
  await runPurgeJobs()
  expect(await countRows()).toEqual([1, 0])
  app.clock.moveBy(30 * DAY)
  await runPurgeJobs()
  expect(await countRows()).toEqual([0, 0])
})
