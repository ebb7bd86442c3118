// @module-tag thorough
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import {
  type AlertScene,
  EVENTS_OF_CUT_OFFS,
  MONDAY,
  startAlertScene,
} from './testing/alert-scene.ts'
import type { TestGolfer } from './testing/factories.ts'

// Tests every event about a cut-off. See every-event.test.ts.

const MINUTE = 60_000
const nothing = { texts: {}, mails: {} }

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
const callForPlayers = (golfer: TestGolfer, { id }: TeeTime) =>
  scene.call(golfer, 'post', `/api/tee-times/${id}/last-call`)

/** Creates Tex's tee time on Thursday at 8:12, with a cut-off 24 hours before. Discards its alerts. */
async function createTeeTime(
  plan: Parameters<AlertScene['make']['teeTime']>[1] = {},
): Promise<TeeTime> {
  const given = { creator: club.tex, cancelHours: 24, ...plan }
  const card = await scene.make.teeTime(club.group, given)
  await scene.takeReceived()
  scene.app.clock.moveBy(10 * MINUTE)
  return card
}

const cardUrl = () => `https://golf.example/${club.group.slug}?t=1`

async function remindAt(time: string) {
  scene.app.clock.moveTo(time)
  await scene.runTask('remind_cut_offs')
  return scene.takeReceived()
}

test('cut-off: reminds the poster once, twelve hours before', async () => {
  await createTeeTime({ joinAsPlayer: true, players: [club.tori] })
  expect(await remindAt('2020-06-03T02:11:59Z')).toEqual(nothing)
  expect(await remindAt('2020-06-03T02:12:00Z')).toEqual({
    texts: {
      Tex: [
        `Fourball: #1 Thu: 2 of 4 filled. Course cut-off: Wed 8:12 AM. Reply ALERT 1 to alert the group, DROP 1 to remove a spot. ${cardUrl()}`,
      ],
    },
    mails: {},
  })
  expect(await remindAt('2020-06-03T02:13:00Z')).toEqual(nothing)
  expect(await remindAt('2020-06-03T14:11:00Z')).toEqual(nothing)
})

test('cut-off: reminds the poster of a full tee time only after someone leaves', async () => {
  const full = await createTeeTime({ maxPlayers: 2, joinAsPlayer: true, players: [club.eve] })
  expect(await remindAt('2020-06-03T02:12:00Z')).toEqual(nothing)
  await leave(club.eve, full)
  await scene.takeReceived()
  const { texts } = await remindAt('2020-06-03T02:30:00Z')
  expect(Object.keys(texts)).toEqual(['Tex'])
  expect(texts['Tex']?.[0]).toMatch(/1 of 2 filled/)
})

test('last-call: asks members without a spot, except those who muted the group', async () => {
  const teeTime = await createTeeTime({ joinAsPlayer: true, players: [club.tori, club.nora] })
  await callForPlayers(club.tex, teeTime)
  const subject = '1 spot to fill: Shaganappi Point, Thu, Jun 4, 8:12 AM'
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Olga: [
        `Fourball: Tex needs 1 spot filled before Wed Jun 3 8:12 AM: #1 Thu Jun 4 8:12 AM Shaganappi Point. Reply IN 1. ${cardUrl()}`,
      ],
    },
    mails: { Eve: [subject], Stan: [subject], Una: [subject] },
  })
})

test('spot-filled: notifies a golfer who left late when someone takes the owed spot', async () => {
  const teeTime = await createTeeTime({ joinAsPlayer: true, players: [club.tori, club.mia] })
  scene.app.clock.moveTo('2020-06-03T18:00:00Z')
  await leave(club.mia, teeTime)
  scene.app.clock.moveBy(MINUTE)
  await leave(club.tori, teeTime)
  await scene.takeReceived()
  scene.app.clock.moveBy(10 * MINUTE)
  await claim(club.eve, teeTime)
  const first = await scene.takeReceived()
  // Mia left first, so Eve's claim settles the spot that Mia owes.
  expect(first.texts['Mia']).toEqual([
    `Fourball: You won't have to pay for a spot you gave up in #1 Thu Jun 4 8:12 AM Shaganappi Point: Eve took it. ${cardUrl()}`,
  ])
  expect(first.texts['Tori']).toBeUndefined()
  scene.app.clock.moveBy(10 * MINUTE)
  const { version } = (await claim(club.eve, teeTime)) as TeeTime
  const edited = await scene.call(club.tex, 'put', `/api/tee-times/${teeTime.id}`, {
    maxPlayers: 2,
    version,
  })
  expect((edited as TeeTime).cutOff?.owedSpots).toEqual([])
  expect((await scene.takeReceived()).texts['Tori']).toEqual([
    `Fourball: You're no longer listed as a late dropout in #1 Thu Jun 4 8:12 AM MDT Shaganappi Point: the tee time changed. ${cardUrl()}`,
  ])
})

test('covers every cut-off event', async () => {
  expect(await scene.listEvents()).toEqual(expect.arrayContaining([...EVENTS_OF_CUT_OFFS]))
})
