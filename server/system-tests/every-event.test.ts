// @module-tag thorough
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { OPT_IN_REQUEST } from '../identity/consents/manage-consents.ts'
import {
  type AlertScene,
  EVENTS_OF_TEE_TIMES,
  MONDAY,
  startAlertScene,
} from './testing/alert-scene.ts'
import type { TestGolfer } from './testing/factories.ts'

// Tests every event about a tee time, with stand-ins for the mail server and Twilio. Each message must go
// only to the right golfers, in the right words and in their time zone. Events about cut-offs, groups and
// accounts are in every-event-cut-offs.test.ts and every-event-groups.test.ts.

const MINUTE = 60_000

let scene: AlertScene
let club: Awaited<ReturnType<AlertScene['club']>>
beforeAll(async () => {
  scene = await startAlertScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  scene.app.clock.moveTo(MONDAY)
  await scene.query('delete from tee_times')
  club = await scene.club()
  await scene.takeReceived()
})

const claim = (golfer: TestGolfer, { id }: TeeTime) =>
  scene.call(golfer, 'post', `/api/tee-times/${id}/claim`)
const leave = (golfer: TestGolfer, { id }: TeeTime) =>
  scene.call(golfer, 'post', `/api/tee-times/${id}/unclaim`)

/** Creates a tee time, by default Tex's on Thursday at 8:12, and discards its alerts. */
async function createTeeTime(
  plan: Parameters<AlertScene['make']['teeTime']>[1] = {},
): Promise<TeeTime> {
  const card = await scene.make.teeTime(club.group, { creator: club.tex, ...plan })
  await scene.takeReceived()
  // The players must have claimed their spots some minutes before the test's next action.
  scene.app.clock.moveBy(10 * MINUTE)
  return card
}

const cardUrl = () => `https://golf.example/${club.group.slug}?t=1`
const homeUrl = () => `https://golf.example/${club.group.slug}`

test('posted: notifies the members except the poster', async () => {
  await scene.make.teeTime(club.group, { creator: club.tex, joinAsPlayer: true })
  const { texts, mails } = await scene.takeReceived()
  const text = (time: string) =>
    `Fourball: 3 spots open: #1 Thu Jun 4 ${time} Shaganappi Point (Tex). Reply IN 1. ${cardUrl()}`
  expect(texts).toEqual({ Olga: [text('8:12 AM')], Tori: [text('8:12 AM MDT')] })
  const subject = 'Shaganappi Point, Thu, Jun 4, 8:12 AM: 3 spots open'
  expect(mails).toEqual({ Eve: [subject], Nora: [subject], Stan: [subject], Una: [subject] })
  // Nora never agreed to texts, so she also gets an opt-in request.
  const optInRequests = scene.twilio.received.filter(({ body }) => body === OPT_IN_REQUEST)
  expect(optInRequests.map(({ to }) => scene.names.get(to))).toContain('Nora')
})

test("posted: combines several tee times into one message, without the golfer's own", async () => {
  await scene.make.teeTime(club.group, { creator: club.tex })
  await scene.make.teeTime(club.group, { creator: club.olga, time: '14:00' })
  await scene.make.teeTime(club.group, { creator: club.olga, time: '14:10' })
  const { texts } = await scene.takeReceived()
  expect(texts['Tex']).toEqual([
    `Fourball: New: #2 Thu Jun 4 2:00 PM Shaganappi Point; #3 Thu Jun 4 2:10 PM Shaganappi Point. Reply IN 2 or IN 3. ${homeUrl()}`,
  ])
  expect(texts['Olga']).toEqual([
    `Fourball: 4 spots open: #1 Thu Jun 4 8:12 AM Shaganappi Point (Tex). Reply IN 1. ${cardUrl()}`,
  ])
  expect(texts['Tori']).toHaveLength(1)
})

test('spots: combines three claims within five minutes into one text to the poster only', async () => {
  const teeTime = await createTeeTime({ joinAsPlayer: true })
  for (const golfer of [club.tori, club.eve, club.mia]) {
    await claim(golfer, teeTime)
    scene.app.clock.moveBy(MINUTE)
  }
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Tex: [
        `Fourball: #1 Thu Jun 4 8:12 AM Shaganappi Point is full: you, Tori, Eve, and Mia. ${cardUrl()}`,
      ],
    },
    mails: {},
  })
})

test("opened: notifies members of a spot that opens up in tomorrow's full tee time", async () => {
  const teeTime = await createTeeTime({
    date: '2020-06-02',
    maxPlayers: 2,
    joinAsPlayer: true,
    players: [club.tori],
  })
  await leave(club.tori, teeTime)
  const { texts, mails } = await scene.takeReceived()
  expect(texts).toEqual({
    Olga: [
      `Fourball: 1 spot open again: #1 Tue Jun 2 8:12 AM Shaganappi Point (Tex). Reply IN 1. ${cardUrl()}`,
    ],
    Tex: [`Fourball: #1 Tue Jun 2 8:12 AM Shaganappi Point: 1 of 2 filled (you). ${cardUrl()}`],
  })
  expect(Object.keys(mails).sort()).toEqual(['Eve', 'Nora', 'Stan', 'Una'])
  expect(mails['Eve']).toEqual(['Shaganappi Point, Tue, Jun 2, 8:12 AM: 1 spot open again'])
  // When a spot opens up again so soon, members get no second alert.
  await claim(club.tori, teeTime)
  await leave(club.tori, teeTime)
  expect((await scene.takeReceived()).texts['Olga']).toBeUndefined()
  // Thursday is too far away for this alert.
  const far = await createTeeTime({ maxPlayers: 1, players: [club.tori] })
  await leave(club.tori, far)
  expect(Object.keys((await scene.takeReceived()).texts)).toEqual(['Tex'])
})

test('changed: notifies the players except the editor, with the calendar file', async () => {
  const players = [club.tori, club.eve, club.mia, club.otto]
  const teeTime = await createTeeTime({ joinAsPlayer: true, maxPlayers: 5, players })
  const mailsBefore = scene.smtp.received.length
  await scene.call(club.tex, 'put', `/api/tee-times/${teeTime.id}`, {
    time: '08:30',
    version: teeTime.version,
  })
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Mia: [`Fourball: #1 Thu Jun 4 Shaganappi Point: now 8:30 AM (was 8:12). ${cardUrl()}`],
      Tori: [`Fourball: #1 Thu Jun 4 Shaganappi Point: now 8:30 AM MDT (was 8:12). ${cardUrl()}`],
    },
    mails: { Eve: ['Changed: Shaganappi Point, Thu, Jun 4, 8:30 AM'] },
  })
  const mail = scene.smtp.received[mailsBefore]?.raw ?? ''
  expect(mail).toContain('text/calendar')
  expect(mail).toMatch(
    /List-Unsubscribe:\s+<https:\/\/golf\.example\/api\/unsubscribe\/\w+\/changed>/,
  )
})

test('changed: notifies each player once about a new time zone of the group', async () => {
  await createTeeTime({ creator: club.olga, joinAsPlayer: true, players: [club.tex, club.tori] })
  await createTeeTime({ creator: club.olga, time: '09:00', players: [club.tex] })
  await scene.call(club.olga, 'patch', `/api/groups/${club.group.id}/name`, {
    name: 'Saturday Stampede',
    timeZone: 'America/Toronto',
  })
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Tex: [
        `Fourball: Saturday Stampede is now on EDT. Your tee times stay the same: #1 Thu Jun 4 8:12 AM, #2 Thu Jun 4 9:00 AM. ${homeUrl()}`,
      ],
      Tori: [
        `Fourball: Saturday Stampede is now on EDT. Your tee times stay the same: #1 Thu Jun 4 8:12 AM. ${homeUrl()}`,
      ],
    },
    mails: {},
  })
})

test('cancelled: notifies the players except the golfer who cancelled', async () => {
  const players = [club.tori, club.eve, club.mia, club.otto]
  const teeTime = await createTeeTime({ joinAsPlayer: true, maxPlayers: 5, players })
  await scene.call(club.tex, 'delete', `/api/tee-times/${teeTime.id}`)
  const text = (time: string) =>
    `Fourball: Cancelled by Tex: #1 Thu Jun 4 ${time} Shaganappi Point. ${homeUrl()}`
  expect(await scene.takeReceived()).toEqual({
    texts: { Mia: [text('8:12 AM')], Tori: [text('8:12 AM MDT')] },
    mails: { Eve: ['Cancelled: Shaganappi Point, Thu, Jun 4, 8:12 AM'] },
  })
})

test('cancelled: notifies the players when the owner cancels after the creator left', async () => {
  const teeTime = await createTeeTime({ joinAsPlayer: true, players: [club.olga, club.tori] })
  await scene.call(club.tex, 'post', `/api/groups/${club.group.id}/leave`)
  await scene.takeReceived()
  await scene.call(club.olga, 'delete', `/api/tee-times/${teeTime.id}`)
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Tori: [
        `Fourball: Cancelled by Olga: #1 Thu Jun 4 8:12 AM MDT Shaganappi Point. ${homeUrl()}`,
      ],
    },
    mails: {},
  })
})

test("delayed: notifies each of the morning's players once, except the golfer who delayed it", async () => {
  const players = [club.tori, club.eve, club.mia, club.otto]
  const teeTime = await createTeeTime({ joinAsPlayer: true, maxPlayers: 6, players })
  await createTeeTime({ time: '08:22', players: [club.tori] })
  scene.app.clock.moveTo('2020-06-04T12:00:00Z')
  await scene.call(club.tex, 'post', `/api/tee-times/${teeTime.id}/delay`, {
    minutes: 45,
    version: teeTime.version,
  })
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Mia: [
        `Fourball: Delayed: #1 Thu Jun 4 Shaganappi Point: now 8:57 AM (was 8:12). ${cardUrl()}`,
      ],
      Tori: [
        `Fourball: Delayed: Thu Jun 4 Shaganappi Point: #1 8:57 AM MDT (was 8:12), #2 9:07 AM MDT (was 8:22). ${homeUrl()}`,
      ],
    },
    mails: { Eve: ['Delayed: Shaganappi Point, Thu, Jun 4, 8:57 AM'] },
  })
})

test('running late: notifies the other players of the tee time', async () => {
  const players = [club.tori, club.eve, club.mia, club.otto]
  const teeTime = await createTeeTime({ joinAsPlayer: true, maxPlayers: 6, players })
  await createTeeTime({ time: '08:22', players: [club.olga] })
  scene.app.clock.moveTo('2020-06-04T14:00:00Z')
  await scene.call(club.tex, 'post', `/api/tee-times/${teeTime.id}/late`, { minutes: 20 })
  const text = (time: string) =>
    `Fourball: Tex is running 20 min late. #1 Thu Jun 4 ${time} Shaganappi Point. ${cardUrl()}`
  expect(await scene.takeReceived()).toEqual({
    texts: { Mia: [text('8:12 AM')], Tori: [text('8:12 AM MDT')] },
    mails: { Eve: ['Tex is running 20 minutes late'] },
  })
})

const joinWaitingList = (golfer: TestGolfer, { id }: TeeTime, autoAccept = false) =>
  scene.call(golfer, 'post', `/api/tee-times/${id}/wait`, { autoAccept })

test('offer and joined: notify waiting golfers of an offer or of a spot they got', async () => {
  const players = [club.olga, club.nora, club.stan]
  const teeTime = await createTeeTime({ joinAsPlayer: true, maxPlayers: 4, players })
  for (const golfer of [club.tori, club.eve, club.otto]) await joinWaitingList(golfer, teeTime)
  await joinWaitingList(club.mia, teeTime, true)
  for (const golfer of players) await leave(golfer, teeTime)
  const { texts, mails } = await scene.takeReceived()
  expect(texts).toEqual({
    // In the group's time zone it is 10:10 AM, and the offer lasts two hours.
    Tori: [
      `Fourball: A spot opened for you: #1 Thu Jun 4 8:12 AM MDT Shaganappi Point. Take it by 12:10 PM MDT. Reply IN 1. ${cardUrl()}`,
    ],
    Tex: [expect.stringContaining(': 1 of 4 filled (you). ')],
  })
  expect(mails).toEqual({
    Eve: ['A spot opened for you. Take it by 12:10 PM: Shaganappi Point, Thu, Jun 4, 8:12 AM'],
  })
  // Otto turned messages off but has an offer, so Mia, who is behind him, gets the next spot.
  await leave(club.tex, teeTime)
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Mia: [
        `Fourball: You're in: #1 Thu Jun 4 8:12 AM Shaganappi Point. You were next in line. Reply OUT 1 to leave. ${cardUrl()}`,
      ],
      Tex: [expect.stringContaining(': 1 of 4 filled (Mia). ')],
    },
    mails: {},
  })
})

test('offer-expired: notifies a golfer of an expired offer and makes the next golfer an offer', async () => {
  const teeTime = await createTeeTime({ joinAsPlayer: true, maxPlayers: 1 })
  for (const golfer of [club.otto, club.eve, club.tori]) await joinWaitingList(golfer, teeTime)
  await leave(club.tex, teeTime)
  const settleAfter = async (minutes: number) => {
    scene.app.clock.moveBy(minutes * MINUTE)
    await scene.runTask('settle_waiting_lists')
    return scene.takeReceived()
  }
  expect(await settleAfter(0)).toEqual({ texts: {}, mails: {} })
  // Otto's offer lasts two hours, although he gets no messages.
  expect(await settleAfter(119)).toEqual({ texts: {}, mails: {} })
  expect(await settleAfter(1)).toEqual({
    texts: {},
    mails: {
      Eve: ['A spot opened for you. Take it by 2:10 PM: Shaganappi Point, Thu, Jun 4, 8:12 AM'],
    },
  })
  expect(await settleAfter(120)).toEqual({
    texts: { Tori: [expect.stringContaining(' Take it by 4:10 PM MDT.')] },
    mails: { Eve: ["You didn't take the spot in time: Shaganappi Point, Thu, Jun 4, 8:12 AM"] },
  })
})

test('reserved: notifies the golfer for whom the creator reserved a spot', async () => {
  const teeTime = await createTeeTime({ maxPlayers: 4 })
  const reserve = (whom: object) =>
    scene.call(club.tex, 'post', `/api/tee-times/${teeTime.id}/holds`, {
      ...whom,
      date: '2020-06-01',
      time: '18:00',
    })
  for (const { id } of [club.tori, club.eve, club.otto]) await reserve({ forGolferId: id })
  await reserve({ name: 'Dave' })
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Tori: [
        `Fourball: Tex reserved a spot for you until 6:00 PM MDT: #1 Thu Jun 4 8:12 AM MDT Shaganappi Point. Reply IN 1. ${cardUrl()}`,
      ],
    },
    mails: {
      Eve: ['A spot is reserved for you until 6:00 PM: Shaganappi Point, Thu, Jun 4, 8:12 AM'],
    },
  })
})

test('changed and cancelled: notify golfers on the waiting list in other words than players', async () => {
  const teeTime = await createTeeTime({ maxPlayers: 1, players: [club.olga] })
  for (const golfer of [club.tori, club.eve, club.otto]) await joinWaitingList(golfer, teeTime)
  await scene.call(club.tex, 'put', `/api/tee-times/${teeTime.id}`, {
    time: '08:30',
    version: teeTime.version,
  })
  const { texts, mails } = await scene.takeReceived()
  expect(texts['Tori']).toEqual([
    `Fourball: Waiting list: #1 Thu Jun 4 Shaganappi Point: now 8:30 AM MDT (was 8:12). ${cardUrl()}`,
  ])
  expect(mails).toEqual({ Eve: ['Changed: Shaganappi Point, Thu, Jun 4, 8:30 AM'] })
  await scene.call(club.tex, 'delete', `/api/tee-times/${teeTime.id}`)
  expect((await scene.takeReceived()).texts).toEqual({
    Olga: [`Fourball: Cancelled by Tex: #1 Thu Jun 4 8:30 AM Shaganappi Point. ${homeUrl()}`],
    Tori: [
      `Fourball: Cancelled by Tex: #1 Thu Jun 4 8:30 AM MDT Shaganappi Point. You were on the waiting list. ${homeUrl()}`,
    ],
  })
})

test("reminders: arrive at 18:00 in the golfer's time zone the day before, and 3 hours before", async () => {
  const players = [club.tori, club.eve, club.mia, club.otto]
  await createTeeTime({ joinAsPlayer: true, maxPlayers: 6, players })
  const remindAt = async (instant: string) => {
    scene.app.clock.moveTo(instant)
    await scene.runTask('remind_players')
    return scene.takeReceived()
  }
  const nothing = { texts: {}, mails: {} }
  expect(await remindAt('2020-06-03T21:59:59Z')).toEqual(nothing)
  const reminderText = (when: string, time: string) =>
    expect.stringContaining(
      `Fourball: You tee off ${when}: #1 Thu Jun 4 ${time} Shaganappi Point, with `,
    )
  expect(await remindAt('2020-06-03T22:00:00Z')).toEqual({
    texts: { Tori: [reminderText('tomorrow', '8:12 AM MDT')] },
    mails: {},
  })
  expect(await remindAt('2020-06-03T23:59:59Z')).toEqual(nothing)
  expect(await remindAt('2020-06-04T00:00:00Z')).toEqual({
    texts: {
      Tex: [reminderText('tomorrow', '8:12 AM')],
      Mia: [reminderText('tomorrow', '8:12 AM')],
    },
    mails: { Eve: ['You tee off tomorrow: Shaganappi Point, Thu, Jun 4, 8:12 AM'] },
  })
  expect(await remindAt('2020-06-04T00:01:00Z')).toEqual(nothing)
  expect(await remindAt('2020-06-04T11:11:59Z')).toEqual(nothing)
  expect(await remindAt('2020-06-04T11:12:00Z')).toEqual({
    texts: {
      Tex: [reminderText('in 3 hours', '8:12 AM')],
      Mia: [reminderText('in 3 hours', '8:12 AM')],
      Tori: [reminderText('in 3 hours', '8:12 AM MDT')],
    },
    mails: { Eve: ['You tee off in 3 hours: Shaganappi Point, Thu, Jun 4, 8:12 AM'] },
  })
  expect(await remindAt('2020-06-04T11:13:00Z')).toEqual(nothing)
})

test("weather-watch: notifies tomorrow's players at 18:00 if the group has weather alerts on", async () => {
  const players = [club.tori, club.eve, club.mia, club.otto]
  await createTeeTime({ joinAsPlayer: true, maxPlayers: 6, players })
  const limits = { rain: 60, wind: 40, cold: null }
  await scene.call(club.olga, 'put', `/api/groups/${club.group.id}/weather-watch`, limits)
  scene.app.clock.moveTo('2020-06-04T00:00:00Z')
  await scene.runTask('watch_weather')
  const text = (time: string) =>
    `Fourball: Forecast for #1 Thu Jun 4 ${time} Shaganappi Point: rain 80%. Not playing? Reply OUT 1. ${cardUrl()}`
  expect(await scene.takeReceived()).toEqual({
    texts: { Tex: [text('8:12 AM')], Mia: [text('8:12 AM')], Tori: [text('8:12 AM MDT')] },
    mails: { Eve: ['Still in? Shaganappi Point, Thu, Jun 4, 8:12 AM: rain 80%'] },
  })
})

test('covers every tee-time event', async () => {
  expect(await scene.listEvents()).toEqual([...EVENTS_OF_TEE_TIMES, 'opt-in'].sort())
})
