import { expect, test } from 'vitest'
import { SpotSheet } from './sheet.ts'
import { OPEN_SPOT, type Spot, type WaitingGolfer } from './spot.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const LATER = new Date('2026-06-01T14:00:00Z')
const TEE_OFF = new Date('2026-06-03T12:00:00Z')
const CREATOR = 1
const ANN = 2
const BOB = 3
const CY = 4

function sheetOf(size: number, { cancelHours = null as number | null, isGroupUsable = true } = {}) {
  const waiting: WaitingGolfer[] = []
  const spots = Array.from({ length: size }, (_, at): Spot => ({ ...OPEN_SPOT, position: at + 1 }))
  const teeTime = {
    id: 7,
    groupId: 5,
    version: 3,
    editedVersion: 1,
    creatorId: CREATOR,
    course: 'Shaganappi Point',
    date: '2026-06-03',
    time: '12:00',
    startsAt: TEE_OFF,
    number: 1,
    cost: 0,
    notes: null,
    cancelHours,
    cutOffSetAt: null,
    cutOffRemindedAt: null,
    calledAt: null,
    createdAt: NOW,
    changedAt: NOW,
    cancelledAt: null,
    archivedAt: null,
    announcedAt: null,
    openSpotNotifiedAt: null,
    savedAlertsNotifiedAt: null,
    timeZone: 'UTC',
    isGroupUsable,
  }
  return new SpotSheet(teeTime, spots, waiting, NOW)
}

const describeSpots = ({ spots }: SpotSheet) =>
  spots.map(({ status, golferId, hostId, name }) =>
    [status, golferId ?? (hostId === null ? name : `${hostId}'s ${name}`)]
      .filter((part) => part !== null)
      .join(' '),
  )
const golfersOwing = ({ spots }: SpotSheet) => spots.map(({ owedBy }) => owedBy)
const moveTo = (now: Date, sheet: SpotSheet) => Object.assign(sheet, { now })
/** Options for a tee time with its cut-off 72 hours before tee-off, so that NOW is after the cut-off. */
const pastCutOff = { cancelHours: 72 }

test('gives open spots in order of position until none is left', () => {
  const sheet = sheetOf(2)
  expect(sheet.claim(ANN)).toBe(true)
  expect(sheet.claim(BOB)).toBe(true)
  expect(sheet.claim(CY)).toBe(false)
  expect(describeSpots(sheet)).toEqual([`player ${ANN}`, `player ${BOB}`])
})

test('fills the gap that a player leaves', () => {
  const sheet = sheetOf(3)
  for (const golfer of [ANN, BOB]) sheet.claim(golfer)
  sheet.leave(ANN)
  sheet.claim(CY)
  expect(describeSpots(sheet)).toEqual([`player ${CY}`, `player ${BOB}`, 'open'])
})

test("removes a player's guests when the player leaves", () => {
  const sheet = sheetOf(3)
  sheet.claim(ANN)
  sheet.bringGuest(ANN, 'Dave')
  expect(describeSpots(sheet)).toEqual([`player ${ANN}`, `guest ${ANN}'s Dave`, 'open'])
  sheet.leave(ANN)
  expect(describeSpots(sheet)).toEqual(['open', 'open', 'open'])
})

test('gives a guest the spot that was reserved under their name', () => {
  const sheet = sheetOf(2)
  sheet.claim(ANN)
  sheet.reserve(null, 'Dave', LATER)
  expect(sheet.openSpots).toEqual([])
  expect(sheet.bringGuest(ANN, 'dave')).toBe(true)
  expect(describeSpots(sheet)[1]).toBe(`guest ${ANN}'s dave`)
})

test('keeps a reserved spot for its golfer until the reservation ends', () => {
  const sheet = sheetOf(1)
  sheet.reserve(ANN, null, LATER)
  expect(sheet.claim(BOB)).toBe(false)
  moveTo(LATER, sheet)
  sheet.endExpired()
  expect(sheet.claim(BOB)).toBe(true)
  expect(sheet.hasOpened).toBe(false)
})

test('lets only the host and the creator remove a guest, identified by the claim id', () => {
  const sheet = sheetOf(2)
  sheet.claim(ANN)
  sheet.bringGuest(ANN, 'Dave')
  const guest = sheet.spots[1] as Spot
  guest.claimId = 40
  sheet.removeGuest(40, BOB)
  sheet.removeGuest(39, ANN)
  expect(describeSpots(sheet)).toEqual([`player ${ANN}`, `guest ${ANN}'s Dave`])
  sheet.removeGuest(40, CREATOR)
  expect(describeSpots(sheet)).toEqual([`player ${ANN}`, 'open'])
  sheet.removeGuest(40, ANN)
  expect(describeSpots(sheet)).toEqual([`player ${ANN}`, 'open'])
})

test('takes a golfer off the waiting list when their offer expires', () => {
  const sheet = sheetOf(1)
  sheet.waiting.push({ id: 5, golferId: ANN, autoAccept: false })
  sheet.offer(sheet.spots[0] as Spot, { id: 5, golferId: ANN, autoAccept: false }, LATER)
  expect(sheet.openSpots).toEqual([])
  moveTo(LATER, sheet)
  sheet.endExpired()
  expect(sheet.waiting).toEqual([])
  expect(sheet.events.map(({ event }) => event)).toEqual(['offered', 'expired'])
  expect(sheet.alerts.map(({ event }) => event)).toEqual(['offer', 'offer-expired'])
})

test('keeps a golfer with an offer on the waiting list while the group is paused', () => {
  const sheet = sheetOf(1, { isGroupUsable: false })
  sheet.waiting.push({ id: 5, golferId: ANN, autoAccept: false })
  Object.assign(sheet.spots[0] as Spot, { status: 'offer', golferId: ANN, until: LATER })
  moveTo(LATER, sheet)
  sheet.endExpired()
  expect(sheet.spots[0]).toMatchObject({ status: 'offer', golferId: ANN, until: null })
  expect(sheet.waiting).toHaveLength(1)
  expect(sheet.events).toEqual([{ golferId: ANN, event: 'withdrawn' }])
})

test('takes a golfer who accepts an offer off the waiting list', () => {
  const sheet = sheetOf(1)
  sheet.addToWaitingList(ANN, false)
  sheet.offer(sheet.spots[0] as Spot, { id: 5, golferId: ANN, autoAccept: false }, LATER)
  expect(sheet.claim(ANN)).toBe(true)
  expect(sheet.waiting).toEqual([])
  expect(sheet.events.map(({ event }) => event)).toEqual(['waited', 'offered', 'accepted'])
})

test('frees the spot for the next golfer when an offer is declined', () => {
  const sheet = sheetOf(1)
  for (const golfer of [ANN, BOB]) sheet.addToWaitingList(golfer, false)
  sheet.offer(sheet.spots[0] as Spot, { id: 5, golferId: ANN, autoAccept: false }, LATER)
  expect(sheet.waitingWithoutOffer[0]?.golferId).toBe(BOB)
  sheet.stopWaiting(ANN)
  expect(sheet.events.at(-1)).toEqual({ golferId: ANN, event: 'declined' })
  expect(describeSpots(sheet)).toEqual(['open'])
  expect(sheet.claim(CY)).toBe(false)
  expect(sheet.waitingWithoutOffer[0]?.golferId).toBe(BOB)
})

test('charges a player who leaves after the cut-off for the spots of their guests, too', () => {
  const sheet = sheetOf(3, pastCutOff)
  sheet.claim(ANN)
  sheet.bringGuest(ANN, 'Dave')
  sheet.leave(ANN)
  expect(golfersOwing(sheet)).toEqual([ANN, ANN, null])
  sheet.claim(BOB)
  expect(golfersOwing(sheet)).toEqual([null, ANN, null])
  expect(sheet.alerts).toEqual([
    expect.objectContaining({ event: 'spot-filled', golferId: ANN, data: { by: BOB } }),
  ])
})

test('charges nobody before the cut-off', () => {
  const sheet = sheetOf(1, { cancelHours: 24 })
  sheet.claim(ANN)
  sheet.leave(ANN)
  expect(golfersOwing(sheet)).toEqual([null])
})

test('charges nobody after tee-off', () => {
  const sheet = sheetOf(2, pastCutOff)
  sheet.claim(ANN)
  sheet.bringGuest(ANN, 'Dave')
  const guest = sheet.spots[1] as Spot
  guest.claimId = 40
  moveTo(TEE_OFF, sheet)
  sheet.removeGuest(40, ANN)
  sheet.leave(ANN)
  expect(describeSpots(sheet)).toEqual(['open', 'open'])
  expect(golfersOwing(sheet)).toEqual([null, null])
})

test("settles a returning golfer's own debt, not an older one", () => {
  const sheet = sheetOf(2, pastCutOff)
  for (const golfer of [ANN, BOB]) sheet.claim(golfer)
  sheet.leave(ANN)
  moveTo(LATER, sheet)
  sheet.leave(BOB)
  sheet.claim(BOB)
  expect(golfersOwing(sheet)).toEqual([null, ANN])
  expect(sheet.alerts).toEqual([])
})

test('keeps all players when spots are removed, and clears the latest debts', () => {
  const sheet = sheetOf(4, pastCutOff)
  for (const golfer of [ANN, BOB, CY, CREATOR]) sheet.claim(golfer)
  sheet.leave(ANN)
  moveTo(LATER, sheet)
  sheet.leave(CY)
  sheet.resize(3)
  expect(describeSpots(sheet)).toEqual(['open', `player ${BOB}`, `player ${CREATOR}`])
  expect(golfersOwing(sheet)).toEqual([ANN, null, null])
  expect(sheet.alerts).toEqual([expect.objectContaining({ golferId: CY, data: { by: null } })])
  expect(() => sheet.resize(1)).toThrow(RangeError)
})

test('clears all debts when the cut-off moves into the future', () => {
  const sheet = sheetOf(1, pastCutOff)
  sheet.claim(ANN)
  sheet.leave(ANN)
  sheet.changeTeeTime({ cancelHours: 24 }, { isEdit: true })
  expect(golfersOwing(sheet)).toEqual([null])
})

test('notifies the creator only about changes by others', () => {
  const sheet = sheetOf(2)
  sheet.claim(CREATOR)
  expect(sheet.notifiesCreator).toBe(false)
  sheet.claim(ANN)
  expect(sheet.notifiesCreator).toBe(true)
})

test('frees everything a removed golfer has', () => {
  const sheet = sheetOf(2)
  sheet.claim(ANN)
  sheet.bringGuest(ANN, 'Dave')
  sheet.addToWaitingList(BOB, false)
  for (const golfer of [ANN, BOB, CY]) sheet.removeGolfer(golfer)
  expect(describeSpots(sheet)).toEqual(['open', 'open'])
  expect(sheet.waiting).toEqual([])
})
