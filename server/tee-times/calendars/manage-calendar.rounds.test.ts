import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NewCalendarLink } from '../../../contract/calendars.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { freezeDate } from '../../system-tests/testing/freeze-date.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { readCalendar } from './testing/read-calendar.ts'
import { HOSTILE } from './testing/rounds.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let me: TestGolfer

beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://golf.example' } })
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  me = await make.member(group, { name: 'Cy Young' })
})

const query = (statement: string) => app.ctx.db.execute(statement)

async function createLink({ session }: TestGolfer): Promise<string> {
  const answer = await app.phone(session).post('/api/my-calendar')
  return new URL((answer.body as NewCalendarLink).address).pathname
}

const readFeed = (address: string, headers: Record<string, string> = {}) =>
  app.phone().send(address, { headers })

const readEvents = async (address: string) => readCalendar((await readFeed(address)).text)

test('contains only my upcoming rounds and those of the last 60 days, in all groups', async () => {
  const other = await make.group({ timeZone: 'Europe/London' })
  await make.member(other, { golfer: me })
  const address = await createLink(me)
  await make.teeTime(group, { players: [me], course: 'Lately' })
  app.clock.moveTo('2026-07-15T16:00:00Z')
  await query('update tee_times set archived_at = now()')
  await make.teeTime(group, { players: [me], course: 'Here' })
  await make.teeTime(other, { players: [me], course: 'There', time: '10:00' })
  await make.teeTime(group, { course: 'Not mine' })

  const events = await readEvents(address)
  expect(events.map(({ summary, start }) => [summary, start.toISOString()])).toEqual([
    ['Golf: Lately', '2026-06-04T14:12:00.000Z'],
    ['Golf: There', '2026-07-18T09:00:00.000Z'],
    ['Golf: Here', '2026-07-18T14:12:00.000Z'],
  ])
  app.clock.moveTo('2026-08-10T16:00:00Z')
  expect((await readEvents(address)).map(({ summary }) => summary)).not.toContain('Golf: Lately')
})

test('sends the headers of a private calendar that must be revalidated', async () => {
  await make.teeTime(group, { players: [me], notes: 'x'.repeat(500) })
  const address = await createLink(me)
  const answer = await readFeed(address, { 'accept-encoding': 'gzip' })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
  })
  const head = await app.phone().send(address, { method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
})

test('returns 304 until something changes', async () => {
  const card = await make.teeTime(group, { players: [me] })
  const address = await createLink(me)
  const etag = (await readFeed(address)).headers.get('etag') ?? ''
  app.clock.moveBy(3_600_000)
  for (const known of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
    const again = await readFeed(address, { 'if-none-match': known })
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
    expect(again.headers.get('etag')).toBe(etag)
  }
  await make.member(group)
  expect((await readFeed(address, { 'if-none-match': etag })).status).toBe(304)
  await app.phone(group.owner.session).post(`/api/tee-times/${card.id}/claim`, {})
  expect((await readFeed(address, { 'if-none-match': etag })).status).toBe(200)
})

test('keeps the UID of a round and raises its SEQUENCE with every change', async () => {
  const owner = app.phone(group.owner.session)
  const phone = app.phone(me.session)
  const card = await make.teeTime(group, { players: [me] })
  const address = await createLink(me)
  let last = -1
  const expectEvent = async (changed: object) => {
    const [event] = await readEvents(address)
    expect(event).toMatchObject({ uid: `tee-time-${card.id}@golf.example`, ...changed })
    expect(event?.sequence).toBeGreaterThan(last)
    last = event?.sequence ?? -1
  }
  const edit = async (change: object) => {
    const cards = (await owner.get(`/api/groups/slug/${group.slug}/tee-times`)).body as TeeTime[]
    const { version } = cards.find(({ id }) => id === card.id) ?? card
    expect((await owner.put(`/api/tee-times/${card.id}`, { ...change, version })).status).toBe(200)
  }

  await expectEvent({ summary: 'Golf: Shaganappi Point', start: new Date('2026-06-04T14:12:00Z') })
  await edit({ course: 'Lakeview', notes: 'Two carts' })
  await expectEvent({
    summary: 'Golf: Lakeview',
    description: expect.stringContaining('Two carts'),
  })
  await edit({ date: '2026-06-05', time: '09:20' })
  await expectEvent({
    start: new Date('2026-06-05T15:20:00Z'),
    end: new Date('2026-06-05T19:50:00Z'),
  })
  await owner.post(`/api/tee-times/${card.id}/claim`, {})
  await expectEvent({ description: expect.stringContaining(`With ${group.owner.name}`) })
  await owner.post(`/api/tee-times/${card.id}/guests`, { name: 'Dave Stone' })
  await expectEvent({
    description: expect.stringContaining(`With ${group.owner.name} and 1 guest`),
  })
  await phone.post(`/api/tee-times/${card.id}/unclaim`, {})
  expect(await readEvents(address)).toEqual([])
  await phone.post(`/api/tee-times/${card.id}/claim`, {})
  await expectEvent({ status: 'CONFIRMED' })
  await owner.patch(`/api/groups/${group.id}/name`, {
    name: 'Abroad',
    timeZone: 'Australia/Lord_Howe',
  })
  await expectEvent({ start: new Date('2026-06-04T22:50:00Z') })
  await owner.delete(`/api/tee-times/${card.id}`)
  await expectEvent({ status: 'CANCELLED', summary: 'Cancelled: Golf: Lakeview' })
  app.clock.moveTo('2026-06-11T16:00:00Z')
  expect(await readEvents(address)).toHaveLength(1)
  app.clock.moveTo('2026-06-12T16:00:00Z')
  expect(await readEvents(address)).toEqual([])
})

test('describes the same event in the file of a card and in the feed', async () => {
  const card = await make.teeTime(group, { players: [me], course: 'Lakeview' })
  const [feedEvent] = await readEvents(await createLink(me))
  const answer = await app.phone(me.session).get(`/api/tee-times/${card.id}/calendar.ics`)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="tee-time-${card.number}.ics"`,
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(readCalendar(answer.text)).toEqual([feedEvent])
})

test('reflects leaving, removal and an inactive group on the next fetch', async () => {
  await make.teeTime(group, { players: [me], course: 'Lakeview' })
  const address = await createLink(me)
  expect(await readEvents(address)).toHaveLength(1)
  await query(`update groups set is_active = false where id = ${group.id}`)
  expect(await readEvents(address)).toEqual([])
  await query(`update groups set is_active = true where id = ${group.id}`)
  expect(await readEvents(address)).toHaveLength(1)
  // Past rounds keep their players, even those who are no longer members.
  app.clock.moveBy(5 * 86_400_000)
  await app.phone(group.owner.session).delete(`/api/groups/${group.id}/members/${me.id}`)
  expect(
    await query(`select from spots where golfer_id = ${me.id} and status = 'player'`),
  ).toHaveProperty('rowCount', 1)
  expect(await readEvents(address)).toEqual([])
})

test('responds in the same way to a revoked, replaced, deleted or unknown link', async () => {
  const unknownLink = `/calendar/${'A'.repeat(43)}.ics`
  const answerToUnknownLink = await readFeed(unknownLink)
  expect(answerToUnknownLink).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(answerToUnknownLink.headers.get('cache-control')).toBe('no-store')

  const replacedLink = await createLink(me)
  const revokedLink = await createLink(me)
  expect((await readFeed(revokedLink)).status).toBe(200)
  await app.phone(me.session).delete('/api/my-calendar')
  const leaver = await make.member(group)
  const linkOfDeletedGolfer = await createLink(leaver)
  const admin = await make.golfer({ isSuperAdmin: true })
  await app.phone(admin.session).delete(`/api/super-admin/users/${leaver.id}`)
  expect(await query(`select from calendar_feeds where golfer_id = ${leaver.id}`)).toHaveProperty(
    'rowCount',
    0,
  )
  for (const address of [
    replacedLink,
    revokedLink,
    linkOfDeletedGolfer,
    '/calendar/x.ics',
    '/calendar/x%0d%0ay.ics',
    '/calendar/%00%F0%9F%8F%8C.ics',
  ]) {
    const answer = await readFeed(address)
    expect({ status: answer.status, text: answer.text }).toEqual({
      status: 404,
      text: answerToUnknownLink.text,
    })
  }
})

test.each(HOSTILE)('keeps %j as text in both parsers', async (hostile) => {
  const [course, notes] = [hostile.replaceAll('\0', ''), hostile.replaceAll('\0', '')]
  await make.teeTime(group, { players: [me], course, notes })
  const text = (await readFeed(await createLink(me))).text
  expect(text.match(/BEGIN:\w+/g)).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT'])
  expect(text).not.toMatch(/^(ATTENDEE|X=1)/m)
  expect(readCalendar(text)).toHaveLength(1)
})

test('reads a hundred rounds in two statements and an unknown link in one', async () => {
  for (let day = 0; day < 25; day += 1) {
    const date = `2026-07-${String(day + 1).padStart(2, '0')}`
    for (const time of ['08:00', '11:00', '14:00', '17:00']) {
      await make.teeTime(group, { date, time, players: [me] })
    }
  }
  const address = await createLink(me)
  const before = app.statements.length
  expect(await readEvents(address)).toHaveLength(100)
  expect(app.statements.length - before).toBe(2)
  await readFeed('/calendar/unknown.ics')
  expect(app.statements.length - before).toBe(3)
})

test("limits each feed separately, and counts guesses against the limit of the caller's network", async () => {
  freezeDate()
  const strict = await startTestApp({ env: { RATE_LIMIT: 'on' }, databaseUrl: app.databaseUrl })
  try {
    const address = await createLink(me)
    const getStatus = async (path: string) => (await strict.phone().get(path)).status
    const statuses: number[] = []
    for (let call = 0; call < 31; call += 1) statuses.push(await getStatus(address))
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
    expect(await getStatus(await createLink(group.owner))).toBe(200)
    expect((await strict.phone(me.session).get('/api/my-calendar')).status).toBe(200)
    const guesses = await Promise.all(
      Array.from({ length: 301 }, () => getStatus('/calendar/x.ics')),
    )
    expect(guesses.filter((status) => status === 404)).toHaveLength(300)
    expect(guesses.filter((status) => status === 429)).toHaveLength(1)
  } finally {
    await strict.close()
  }
})
