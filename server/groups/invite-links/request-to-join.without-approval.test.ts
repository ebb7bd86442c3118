import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GroupDetail } from '../../../contract/groups.ts'
import type { InviteLink } from '../../../contract/invites.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { followLink, tokensTo } from '../../system-tests/testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const HOUR = 3_600_000
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
  link = (await as(group.owner).post(linksPath())).body as InviteLink
})

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const linksPath = () => `/api/groups/${group.id}/invite-links`
const changeLink = (joinsWithoutApproval: boolean, by = group.owner) =>
  as(by).patch(`${linksPath()}/${link.id}`, { joinsWithoutApproval })
const askToJoin = (phone = app.phone(), body?: unknown) =>
  phone.post(`/api/invites/${link.token}/requests`, body)
const readGroup = async (reader = group.owner) =>
  (await as(reader).get(`/api/groups/slug/${group.slug}`)).body as GroupDetail
const query = async (statement: string) => (await app.ctx.db.execute(statement)).rows

let counter = 0
function newVisitor() {
  counter += 1
  return { name: 'Vic Visitor', email: `open-${counter}@club.example` }
}

test('lets only the owner turn off approval for a link', async () => {
  expect((await changeLink(true, admin)).status).toBe(403)
  expect(await changeLink(true)).toMatchObject({
    status: 200,
    body: { id: link.id, joinsWithoutApproval: true },
  })
  expect((await as(admin).get(linksPath())).body).toMatchObject([{ joinsWithoutApproval: true }])
  expect((await app.phone().get(`/api/invites/${link.token}`)).body).toMatchObject({
    joinsWithoutApproval: true,
  })
  await as(group.owner).delete(`${linksPath()}/${link.id}`)
  expect((await changeLink(true)).status).toBe(404)
})

test('adds a signed-in golfer without approval, and reports the membership the second time', async () => {
  await changeLink(true)
  const kim = await make.golfer({ name: 'Kim Known' })
  expect((await askToJoin(as(kim))).body).toMatchObject({ status: 'joined' })
  expect(await readGroup(kim)).toMatchObject({ role: 'member', memberCount: 3 })
  expect((await askToJoin(as(kim))).body).toMatchObject({ status: 'member' })
  const entries = await query(
    `select action, detail from audit_entries where group_id = ${group.id} order by id`,
  )
  expect(entries.slice(-2)).toEqual([
    { action: 'invite-link-changed', detail: 'golfers join right away' },
    { action: 'member-joined', detail: null },
  ])
})

test('emails a visitor, without asking for a phone, whether or not the address has an account', async () => {
  await changeLink(true)
  const vic = newVisitor()
  const known = await make.golfer()
  const answers = []
  for (const { email } of [vic, vic, known, admin]) {
    answers.push(await askToJoin(app.phone(), { ...vic, email }))
  }
  expect(answers[0]).toMatchObject({ status: 200, body: { status: 'invited' } })
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(await query(`select 1 from join_requests where group_id = ${group.id}`)).toEqual([])
  expect((await as(known).get('/api/my-invitations')).body).toHaveLength(1)
  const [token] = await tokensTo(app, vic.email)
  // A name typed without a session is never suggested.
  expect((await app.phone().get(`/api/auth/welcome/${token}`)).body).toMatchObject({
    groupName: 'Fairway Friends',
    suggestedName: null,
  })
  await followLink(app, vic.email)
  expect((await readGroup()).memberCount).toBe(3)
})

test('emails an open invitation again an hour later, at most five times in all', async () => {
  await changeLink(true)
  const vic = newVisitor()
  const first = await askToJoin(app.phone(), vic)
  app.clock.moveBy(HOUR - 1)
  await askToJoin(app.phone(), vic)
  expect(await tokensTo(app, vic.email)).toHaveLength(1)
  app.clock.moveBy(1)
  const again = await askToJoin(app.phone(), vic)
  expect([again.status, again.text]).toEqual([first.status, first.text])
  expect(await tokensTo(app, vic.email)).toHaveLength(2)
  for (let hours = 0; hours < 4; hours += 1) {
    // Spread the emails over several days, below the daily limit for one address.
    app.clock.moveBy(DAY)
    await askToJoin(app.phone(), vic)
  }
  expect(await tokensTo(app, vic.email)).toHaveLength(5)
})

test('lets golfers who left come back, and requires approval after a golfer was removed', async () => {
  await changeLink(true)
  const kim = await make.golfer({ name: 'Kim Known' })
  await askToJoin(as(kim))
  await as(kim).post(`/api/groups/${group.id}/leave`)
  expect((await askToJoin(as(kim))).body).toMatchObject({ status: 'joined' })
  await as(group.owner).delete(`/api/groups/${group.id}/members/${kim.id}`)
  expect((await askToJoin(as(kim))).body).toMatchObject({ status: 'requested' })
  expect(await askToJoin(app.phone(), newVisitor())).toMatchObject({ status: 400 })
})

test('requires approval in an unpaid group', async () => {
  await changeLink(true)
  await query(`update groups set expiry_date = '2026-05-31' where id = ${group.id}`)
  expect((await app.phone().get(`/api/invites/${link.token}`)).body).toMatchObject({
    joinsWithoutApproval: false,
  })
  const kim = await make.golfer()
  expect((await askToJoin(as(kim))).body).toMatchObject({ status: 'requested' })
})

test('requires approval for visitors beyond the daily limit of invitations', async () => {
  await changeLink(true)
  await query(`insert into invitations
    (group_id, email, name, phone, typed_by_inviter, created_at, sent_at, sends, expires_at)
    values (${group.id}, 'many@club.example', 'Many', '', true,
      '${START}', '${START}', 500, '2026-07-01')`)
  expect((await askToJoin(app.phone(), newVisitor())).body).toMatchObject({ status: 'requested' })
  expect((await readGroup()).joinRequests).toBe(1)
})

test('shows the number of join requests only to the owner and admins', async () => {
  expect((await readGroup()).joinRequests).toBe(0)
  await askToJoin(app.phone(), { ...newVisitor(), phone: '403-555-0155' })
  await askToJoin(as(await make.golfer()))
  const member = await make.member(group)
  expect((await readGroup()).joinRequests).toBe(2)
  expect((await readGroup(admin)).joinRequests).toBe(2)
  expect((await readGroup(member)).joinRequests).toBe(0)
})

test('shows the owner of a new group the first steps for two weeks', async () => {
  group = await make.group({ name: 'Brand New' })
  expect((await readGroup()).setup).toEqual({ invited: false, posted: false })
  await make.teeTime(group)
  expect((await readGroup()).setup).toEqual({ invited: false, posted: true })
  const member = await make.member(group)
  expect((await readGroup()).setup).toEqual({ invited: true, posted: true })
  expect((await readGroup(member)).setup).toBeNull()
  app.clock.moveBy(15 * DAY)
  expect((await readGroup()).setup).toBeNull()
})
