import { expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { describeForSharing, describeLeaving, namesOn } from './describe-tee-time.ts'
import { teeTimeWith } from './testing/tee-time-with.ts'

const NOW = new Date('2026-05-29T12:00:00Z')
const ANN = { id: 1, name: 'ann lee' }
const BEN = { id: 2, name: 'Ben Adams' }

const guest = (name: string, host: typeof ANN) => ({
  id: name.length,
  name,
  hostId: host.id,
  hostName: host.name,
})
const card = (guests: TeeTime['guests'] = [], cutOffAt?: string) =>
  teeTimeWith({
    maxPlayers: 8,
    participants: [ANN, BEN],
    guests,
    ...(cutOffAt !== undefined && {
      cutOff: { hoursBefore: 24, at: cutOffAt, calledAt: null, owedSpots: [] },
    }),
  })

const PAST = '2026-05-29T11:00:00Z'
const FUTURE = '2026-05-29T14:12:00Z'

test.each([
  ['nothing', card(), ''],
  ['a guest', card([guest('dave stone', ANN)]), 'Dave Stone will lose their spot too.'],
  [
    'guests',
    card([guest('Dave', ANN), guest('Eve', ANN)]),
    'Dave and Eve will lose their spots too.',
  ],
  ["another player's guest", card([guest('Dave', BEN)]), ''],
  ['an upcoming cut-off', card([], FUTURE), ''],
  [
    'a cut-off that has passed',
    card([], PAST),
    'The cut-off has passed. If you leave, you may have to pay for this spot unless someone takes it.',
  ],
  [
    'a guest, and a cut-off that has passed',
    card([guest('Dave', ANN)], PAST),
    "Dave will lose their spot too. The cut-off has passed. If you leave, you may have to pay for these spots unless they're taken.",
  ],
  [
    'a round that has started',
    { ...card([], PAST), startsAt: PAST },
    "This round has started. If you leave, it won't count as one of your rounds, and you can't undo this.",
  ],
])('describes the consequences of leaving with %s', (_what, teeTime, sentence) => {
  expect(describeLeaving(teeTime, ANN.id, { now: NOW, isUnpaid: false })).toBe(sentence)
})

test('warns before leaving in a paused group that the golfer could not claim a spot again', () => {
  const question = (teeTime: TeeTime) =>
    describeLeaving(teeTime, ANN.id, { now: NOW, isUnpaid: true })
  expect(question(card([guest('Dave', ANN)]))).toBe(
    "Dave will lose their spot too. This group is paused. If you leave, you can't claim a spot until it's active again.",
  )
  expect(question({ ...card(), startsAt: PAST })).not.toContain('paused')
})

test('names guests with their host', () => {
  const teeTime = card([guest('dave', ANN), guest('Eve', BEN)])
  expect(namesOn(teeTime, BEN.id)).toBe("Ann Lee, Dave (Ann Lee's guest), Eve (your guest)")
})

test.each([
  ['this week', {}, '2026-05-29', 'Sat 8:12 Shaganappi Point, 6 spots open'],
  ['a week later', {}, '2026-05-23', 'Sat, May 30, 8:12 Shaganappi Point, 6 spots open'],
  ['the evening', { time: '18:30' }, '2026-05-30', 'Sat 6:30 PM Shaganappi Point, 6 spots open'],
  ['one open spot', { availableSpots: 1 }, '2026-05-30', 'Sat 8:12 Shaganappi Point, 1 spot open'],
  ['a full round', { availableSpots: 0 }, '2026-05-30', 'Sat 8:12 Shaganappi Point, full'],
])('describes %s for a message to buddies', (_, other, today, words) => {
  expect(describeForSharing({ ...card(), ...other }, today)).toBe(words)
})
