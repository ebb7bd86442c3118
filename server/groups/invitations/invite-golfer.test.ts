import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_INVITATIONS_PER_DAY } from '../../../contract/invitations.ts'
import type { InvitedMember, ListedMember } from '../../../contract/members.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { freezeDate } from '../../system-tests/testing/freeze-date.ts'
import { emailsTo, tokensTo } from '../../system-tests/testing/mailbox.ts'
import { type ApiResponse, comparableHeaders } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const START = '2026-06-01T16:00:00Z'
const MINUTE = 60_000
const DAY = 86_400_000

let testApp: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let admin: TestGolfer
let member: TestGolfer

beforeAll(async () => {
  testApp = await startTestApp({ at: START, env: { PUBLIC_URL: 'https://golf.example' } })
  make = factories(testApp.ctx)
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.moveTo(START)
  group = await make.group({ name: 'Fairway Friends' })
  admin = await make.member(group, { isAdmin: true })
  member = await make.member(group, { name: 'Ben Adams' })
})

const as = (golfer: TestGolfer) => testApp.phone(golfer.session)
const query = async (statement: string) => (await testApp.ctx.db.execute(statement)).rows

let counter = 0
function newcomer() {
  counter += 1
  return { name: 'Nora New', email: `nora-${counter}@club.example`, phone: '403-555-0155' }
}

const invite = (by: TestGolfer, body: object, to = group) =>
  as(by).post(`/api/groups/${to.id}/members`, body)
const idIn = ({ body }: ApiResponse) => (body as InvitedMember).invitationId
const invitationPathOf = (answer: ApiResponse) =>
  `/api/groups/${group.id}/invitations/${idIn(answer)}`
const listMembers = async (by: TestGolfer) =>
  (await as(by).get(`/api/groups/${group.id}/members-with-roles`)).body as ListedMember[]
const listInvited = async (by = group.owner) =>
  (await listMembers(by)).filter(({ status }) => status === 'invited')

describe('inviting a golfer', () => {
  test('returns what was typed, creates no account and lists the person as invited', async () => {
    const nora = newcomer()
    const answer = await invite(group.owner, { ...nora, requesterId: group.owner.id })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      status: 'invited',
      invitationId: expect.any(Number),
      ...nora,
      invitedAt: '2026-06-01T16:00:00.000Z',
      expiresAt: '2026-07-01T16:00:00.000Z',
    })
    expect(await listInvited()).toEqual([answer.body])
    expect(await query(`select 1 from golfers where email = '${nora.email}'`)).toEqual([])
    const detail = await as(group.owner).get(`/api/groups/slug/${group.slug}`)
    expect(detail.body).toMatchObject({ memberCount: 3 })
    expect(
      await query(`select actor_id, action, golfer_id from audit_entries
        where group_id = ${group.id}`),
    ).toEqual([{ actor_id: group.owner.id, action: 'member-invited', golfer_id: null }])
  })

  test('responds the same for every email, except for what was typed', async () => {
    const known = await make.golfer({ name: 'Kim Known', phone: '403-555-0166' })
    const unverified = await make.golfer({ name: 'Una Unset', proven: false })
    const superAdmin = await make.golfer({ isSuperAdmin: true })
    const comparable = ({ status, headers, text }: ApiResponse, email: string) => ({
      status,
      text: text.replace(email, 'address').replace(/"invitationId":\d+/, 'id'),
      headers: comparableHeaders(headers).filter(([name]) => name !== 'content-length'),
    })
    const inviteAndRecord = async (email: string) => {
      const before = testApp.statements.length
      const answer = await invite(group.owner, { ...newcomer(), email })
      return { answer: comparable(answer, email), statements: testApp.statements.slice(before) }
    }
    const unknown = await inviteAndRecord('nobody-yet@club.example')
    expect(unknown.answer.status).toBe(201)
    for (const { email } of [known, unverified, superAdmin]) {
      // The same statements run, whether or not the address has an account.
      expect(await inviteAndRecord(email)).toEqual(unknown)
    }
    expect(JSON.stringify(await listInvited())).not.toContain('Kim Known')
  })

  test('hides invited people from members and phone numbers from admins', async () => {
    await invite(group.owner, newcomer())
    expect(await listInvited(member)).toEqual([])
    expect((await listInvited(admin))[0]).not.toHaveProperty('phone')
    // The response repeats the phone number to the inviter who typed it.
    expect((await invite(admin, newcomer())).body).toHaveProperty('phone')
  })

  test('emails a golfer with an account a link to the dashboard, and anyone else a link to join', async () => {
    const known = await make.golfer({ password: 'fairways' })
    const unverified = await make.golfer({ proven: false })
    const nora = newcomer()
    for (const { email } of [known, unverified, nora]) await invite(group.owner, { ...nora, email })
    const [mail] = await emailsTo(testApp, known.email)
    expect(mail).toMatchObject({
      golferId: known.id,
      subject: "You're invited to Fairway Friends on Fourball",
      body: expect.stringMatching(/https:\/\/golf\.example\/dashboard$/m),
    })
    for (const { email } of [unverified, nora]) {
      const [token] = await tokensTo(testApp, email)
      expect((await testApp.phone().get(`/api/auth/welcome/${token}`)).body).toMatchObject({
        purpose: 'new-account',
        isInvitation: true,
        groupName: 'Fairway Friends',
        inviterName: group.owner.name,
      })
    }
  })

  test('emails nothing that a stranger wrote except two short names', async () => {
    const hostileText = 'Win at http://evil.example/x\r\nBcc: all@club.example <b>now</b> '.repeat(
      2,
    )
    const owner = await make.golfer({ name: hostileText.slice(0, 100) })
    const hostileGroup = await make.group({ name: 'see evil.example/login \u202e now', owner })
    const nora = { ...newcomer(), name: 'CLICK www.evil.example' }
    await invite(owner, nora, hostileGroup)
    const [mail] = await emailsTo(testApp, nora.email)
    for (const words of [mail?.subject, mail?.body, mail?.html]) {
      expect(words).not.toMatch(/evil\.example|www\.|<b>|CLICK|\u202e|\r/)
    }
    expect(mail?.body.match(/https?:/g)).toHaveLength(1)
    expect(mail?.subject.length).toBeLessThan(100)
  })

  test('refuses an email of a member or of someone already invited', async () => {
    expect(await invite(group.owner, { ...newcomer(), email: member.email })).toMatchObject({
      status: 409,
      body: {
        code: 'ALREADY_MEMBER',
        message: 'This email belongs to Ben Adams, who is already a member of this group.',
      },
    })
    const nora = newcomer()
    await invite(group.owner, nora)
    expect(await invite(admin, { ...nora, email: nora.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_INVITED' },
    })
  })

  test('requires a subscription in an unpaid group', async () => {
    const expired = await make.group({ expiryDate: new Date('2026-05-31T00:00:00Z') })
    const answer = await invite(expired.owner, newcomer(), expired)
    expect(answer).toMatchObject({ status: 402, body: { code: 'SUBSCRIPTION_REQUIRED' } })
  })

  test.each([
    [{ name: 'N' }, 'name', 'Name must be at least 2 characters'],
    [{ email: 'no address' }, 'email', 'Invalid email address'],
    [{ phone: '555' }, 'phone', 'Phone number must be at least 10 digits'],
  ])('refuses %j', async (wrong, field, message) => {
    const answer = await invite(group.owner, { ...newcomer(), ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: message } } })
  })

  test("is refused for regular members, and with someone else's requester id", async () => {
    expect(await invite(member, newcomer())).toMatchObject({ status: 403 })
    expect(await invite(admin, { ...newcomer(), requesterId: group.owner.id })).toMatchObject({
      status: 403,
      body: { code: 'IDENTITY_MISMATCH' },
    })
  })

  test(`stops after ${MAX_INVITATIONS_PER_DAY} in 24 hours, per golfer and per group`, async () => {
    const other = await make.group({ owner: group.owner })
    for (let n = 0; n < MAX_INVITATIONS_PER_DAY; n += 1) {
      const answer = await invite(group.owner, newcomer())
      expect(answer.status).toBe(201)
      // Withdrawing an invitation does not reset the limit.
      if (n % 10 === 0) await as(group.owner).delete(invitationPathOf(answer))
    }
    for (const [by, to] of [
      [group.owner, group],
      [group.owner, other],
      [admin, group],
    ] as const) {
      expect(await invite(by, newcomer(), to)).toMatchObject({
        status: 409,
        body: { code: 'TOO_MANY' },
      })
    }
    testApp.clock.moveBy(DAY)
    expect((await invite(admin, newcomer())).status).toBe(201)
  })

  test('keeps simultaneous invitations within the limit', async () => {
    await query(`
      insert into invitations (group_id, email, name, phone, typed_by_inviter, invited_by, created_at,
        sent_at, expires_at)
      select ${group.id}, n || '@club.example', 'Nora', '', true, ${group.owner.id}, '${START}',
        '${START}', timestamptz '${START}' + interval '30 days'
      from generate_series(2, ${MAX_INVITATIONS_PER_DAY}) n`)
    const answers = await Promise.all(
      [group.owner, admin, group.owner, admin].map((by) => invite(by, newcomer())),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })

  test('counts only the last email of an older invitation', async () => {
    const nora = newcomer()
    const answer = await invite(group.owner, nora)
    for (let sends = 1; sends < 5; sends += 1) {
      testApp.clock.moveBy(DAY)
      const resent = await as(admin).post(`${invitationPathOf(answer)}/send`)
      expect(resent.status, resent.text).toBe(200)
    }
    const other = await make.group()
    await invite(other.owner, nora, other)
    expect(await emailsTo(testApp, nora.email)).toHaveLength(6)
  })

  test('emails one address at most five times a day, however many groups invite it', async () => {
    const nora = newcomer()
    for (let n = 0; n < 7; n += 1) {
      const of = await make.group()
      expect((await invite(of.owner, nora, of)).status).toBe(201)
    }
    expect(await emailsTo(testApp, nora.email)).toHaveLength(5)
  })

  test('is rate limited for someone trying many addresses', async () => {
    freezeDate()
    const app = await startTestApp({ env: { RATE_LIMIT: 'on' } })
    try {
      const { id, owner } = await factories(app.ctx).group()
      const inviteOwner = () =>
        app.phone(owner.session).post(`/api/groups/${id}/members`, {
          ...newcomer(),
          email: owner.email,
        })
      for (let n = 0; n < 30; n += 1) expect((await inviteOwner()).status).toBe(409)
      expect((await inviteOwner()).status).toBe(429)
    } finally {
      await app.close()
    }
  })
})

describe('an invitation', () => {
  test('can be withdrawn: it leaves the list and its link stops working', async () => {
    const nora = newcomer()
    const answer = await invite(group.owner, nora)
    const [token] = await tokensTo(testApp, nora.email)
    expect(await as(admin).delete(invitationPathOf(answer))).toMatchObject({
      status: 200,
      body: { message: 'The invitation has been withdrawn.' },
    })
    expect(await listInvited()).toEqual([])
    expect((await testApp.phone().get(`/api/auth/welcome/${token}`)).status).toBe(404)
    expect((await as(admin).delete(invitationPathOf(answer))).status).toBe(404)
    expect((await invite(group.owner, nora)).status).toBe(201)
  })

  test('can be sent again after an hour, five times in total', async () => {
    const nora = newcomer()
    const answer = await invite(group.owner, nora)
    const resend = () => as(admin).post(`${invitationPathOf(answer)}/send`)
    testApp.clock.moveBy(60 * MINUTE - 1)
    expect(await resend()).toMatchObject({ status: 409, body: { code: 'NOT_YET' } })
    for (let n = 0; n < 4; n += 1) {
      testApp.clock.moveBy(DAY)
      expect((await resend()).status).toBe(200)
    }
    expect(await tokensTo(testApp, nora.email)).toHaveLength(5)
    testApp.clock.moveBy(DAY)
    expect(await resend()).toMatchObject({ status: 409, body: { code: 'TOO_MANY' } })
    const [row] = await listInvited()
    expect(row).toMatchObject({ expiresAt: '2026-07-05T16:59:59.999Z' })
  })

  test('expires after 30 days and can then be sent again', async () => {
    const nora = newcomer()
    await invite(group.owner, nora)
    testApp.clock.moveBy(30 * DAY)
    const owner = { ...group.owner, session: await make.signIn(group.owner.id) }
    expect(await listInvited(owner)).toEqual([])
    expect((await invite(owner, nora)).status).toBe(201)
  })

  test('does not let the golfer be made owner or admin, or be removed, before accepting', async () => {
    const known = await make.golfer()
    await invite(group.owner, { ...newcomer(), email: known.email })
    const path = `/api/groups/${group.id}`
    const transferred = await as(group.owner).post(`${path}/transfer-ownership`, {
      newOwnerId: known.id,
    })
    expect(transferred).toMatchObject({ status: 409, body: { code: 'NOT_ELIGIBLE' } })
    const put = await as(group.owner).put(`${path}/members/${known.id}/admin`, { isAdmin: true })
    expect(put.status).toBe(404)
    expect((await as(group.owner).delete(`${path}/members/${known.id}`)).status).toBe(404)
    expect((await as(known).get(`/api/groups/slug/${group.slug}`)).status).toBe(403)
  })

  test('cannot be withdrawn or resent from another group', async () => {
    const other = await make.group()
    const answer = await invite(other.owner, newcomer(), other)
    expect((await as(group.owner).delete(invitationPathOf(answer))).status).toBe(404)
    expect((await as(group.owner).post(`${invitationPathOf(answer)}/send`)).status).toBe(404)
  })
})
