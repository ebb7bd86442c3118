import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { tasksOf } from '../app/jobs.ts'
import { newNumber, newSid, texting } from '../messaging/text-commands/testing/texting.ts'
import { factories, type TestGolfer } from './testing/factories.ts'
import { emailsTo, followLink, tokensTo } from './testing/mailbox.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

// A name or phone number that someone else entered is only a suggestion. These tests send calls and texts
// like an attacker who wants to abuse such names and numbers.

/** By the database's clock this is long ago, so every job is due immediately. */
const START = '2020-06-01T16:00:00Z'
const UNKNOWN_NUMBER_REPLY =
  "Fourball: We don't recognize this number. Sign in and check the phone number on your profile."

let app: TestApp
let make: ReturnType<typeof factories>
let phones: ReturnType<typeof texting>
beforeAll(async () => {
  app = await startTestApp({ at: START, env: { PUBLIC_URL: 'https://golf.example' } })
  make = factories(app.ctx)
  phones = texting(app)
})
afterAll(() => app.close())

const phoneOf = (golfer: { session: string }) => app.phone(golfer.session)
const query = async (statement: string) => (await app.ctx.db.execute(statement)).rows

/** Moves the clock by 25 hours, so that no limit on texts applies, and sends a text. Returns the reply. */
async function sendText(number: string, body: string): Promise<string | undefined> {
  app.clock.moveBy(25 * 3_600_000)
  return phones.text(number, body, { providerId: newSid() })
}

async function postTeeTime(owner: TestGolfer, groupId: number): Promise<TeeTime> {
  const plan = { course: 'Lakeview', date: '2020-06-20', time: '08:12', groupId }
  return (await phoneOf(owner).post('/api/tee-times', plan)).body as TeeTime
}

const playersOf = (teeTimeId: number) =>
  query(`select golfer_id from spots where tee_time_id = ${teeTimeId} and status = 'player'`)

test("gives an attacker's phone no access when the attacker signs up with a victim's email", async () => {
  const victimEmail = 'victim@club.example'
  const attackerNumber = newNumber()
  const signup = await app.phone().post('/api/trial/signup', {
    groupName: 'Trap',
    slug: 'trap',
    adminName: 'Mallory',
    adminEmail: victimEmail,
    adminPhone: attackerNumber,
  })
  expect(signup.status).toBe(200)
  expect(await query('select 1 from golfers')).toEqual([])
  const group = await make.group({ name: 'Real Friends' })
  const invited = await phoneOf(group.owner).post(`/api/groups/${group.id}/members`, {
    name: 'Vic',
    email: victimEmail,
    phone: '403-555-0199',
  })
  expect(invited.status).toBe(201)
  const tokens = await tokensTo(app, victimEmail)
  for (const token of tokens) {
    const { text } = await app.phone().get(`/api/auth/welcome/${token}`)
    expect(text).not.toContain('Mallory')
    expect(text).not.toContain(attackerNumber)
  }
  const { sessionId } = await followLink(app, victimEmail, { name: 'Victoria Real' })
  const teeTime = await postTeeTime(group.owner, group.id)
  expect(await sendText(attackerNumber, 'START')).toBe(UNKNOWN_NUMBER_REPLY)
  expect(await sendText(attackerNumber, `IN ${teeTime.number}`)).toBe(UNKNOWN_NUMBER_REPLY)
  expect(await playersOf(teeTime.id)).toEqual([])
  expect((await app.phone(sessionId).get('/api/auth/me')).body).toMatchObject({
    name: 'Victoria Real',
    phone: '',
    phoneConfirmed: false,
  })
})

test("gives an owner's phone no access when the owner enters it for someone else", async () => {
  const group = await make.group()
  const attackerNumber = newNumber()
  const email = 'second-victim@club.example'
  const typed = { name: 'Typed', email, phone: attackerNumber }
  await phoneOf(group.owner).post(`/api/groups/${group.id}/members`, typed)
  // The victim does not submit the suggested phone number.
  await followLink(app, email, { name: 'Real Name' })
  const teeTime = await postTeeTime(group.owner, group.id)
  expect(await sendText(attackerNumber, 'START')).toBe(UNKNOWN_NUMBER_REPLY)
  expect(await sendText(attackerNumber, `IN ${teeTime.number}`)).toBe(UNKNOWN_NUMBER_REPLY)
  expect(await playersOf(teeTime.id)).toEqual([])
})

test('gives a number that a super admin entered no access until the customer confirms it', async () => {
  const superAdmin = await make.golfer({ isSuperAdmin: true })
  const number = newNumber()
  const email = 'customer@club.example'
  await phoneOf(superAdmin).post('/api/admin/groups', {
    name: 'Customers',
    slug: 'customers',
    adminName: 'Cleo',
    adminEmail: email,
    adminPhone: number,
  })
  const { sessionId } = await followLink(app, email)
  const me = app.phone(sessionId)
  expect((await me.get('/api/auth/me')).body).toMatchObject({
    phone: number,
    phoneConfirmed: false,
  })
  expect(await sendText(number, 'START')).toBe(UNKNOWN_NUMBER_REPLY)
  expect(await me.put('/api/my-preferences', { textConsent: true })).toMatchObject({
    status: 409,
    body: { code: 'NOT_ELIGIBLE', message: expect.stringContaining('Confirm your phone number') },
  })
  // The number gets no texts apart from the reply above, not even the opt-in request.
  const [group] = await query(`select id from groups where slug = 'customers'`)
  const other = await make.member({
    id: Number(group?.['id']),
    slug: 'customers',
    owner: superAdmin,
  })
  await phoneOf(other).post('/api/tee-times', {
    course: 'Lakeview',
    date: '2020-06-21',
    time: '09:12',
    groupId: group?.['id'],
  })
  await tasksOf(app.ctx)['release_deferred']?.({})
  const { session } = { session: await signInAgain(email) }
  expect(await phones.runJobsAndListTexts(number)).toEqual([UNKNOWN_NUMBER_REPLY])
  // The golfer confirms the number by entering it.
  const confirmed = await app.phone(session).put('/api/auth/update-phone', { phone: number })
  expect(confirmed.body).toMatchObject({ phone: number, phoneConfirmed: true })
  expect(await sendText(number, 'START')).toContain('Tee-time texts are on')
  expect((await emailsTo(app, email)).at(-1)?.subject).toBe(
    'Texts are on for your Fourball account',
  )
})

async function signInAgain(email: string): Promise<string> {
  const [row] = await query(`select id from golfers where email = '${email}'`)
  return make.signIn(Number(row?.['id']))
}

test('sends an invited golfer no texts about the group before they accept', async () => {
  const group = await make.group()
  const kim = await make.golfer({ phone: newNumber() })
  await query(`update golfers set text_consent_at = now() where id = ${kim.id}`)
  const [kimRow] = await query(`select phone_number from golfers where id = ${kim.id}`)
  const number = String(kimRow?.['phone_number'])
  await phoneOf(group.owner).post(`/api/groups/${group.id}/members`, {
    name: 'Rude Words',
    email: kim.email,
    phone: '403-555-0199',
  })
  const [invitation] = (await phoneOf(kim).get('/api/my-invitations')).body as { id: number }[]
  await postTeeTime(group.owner, group.id)
  app.clock.moveBy(600_000)
  expect(await phones.runJobsAndListTexts(number)).toEqual([])
  await phoneOf(kim).post(`/api/my-invitations/${invitation?.id}/accept`)
  await postTeeTime(group.owner, group.id)
  app.clock.moveBy(600_000)
  expect(await phones.runJobsAndListTexts(number)).toHaveLength(1)
})
