import { expect, test } from 'vitest'
import { spotChangesOf } from './spot-changes.tsx'
import { teeTimeWith } from './testing/tee-time-with.ts'

const ANN = { id: 1, name: 'Ann' }
const GUEST = { id: 2, name: 'Dave', hostId: ANN.id, hostName: ANN.name }

test.each([
  ['offers Undo', [], false, true],
  ['offers no Undo if a guest left too', [GUEST], false, false],
  ['offers no Undo in a paused group', [], true, false],
])('%s', (_what, guests, isUnpaid, offersUndo) => {
  const card = teeTimeWith({ participants: [ANN], guests })
  const { leave } = spotChangesOf(card, ANN.id, { warnOfOverlap: false, isUnpaid })
  expect(Boolean(leave.success(card).action)).toBe(offersUndo)
})

test.each([
  ['Left the Waiting List', 'step-out'],
  ['You Passed on This Spot', 'pass'],
] as const)("says '%s' only to a golfer who has not got a spot in the meantime", (title, kind) => {
  const me = { id: 2, name: 'Bob' }
  const full = teeTimeWith({ maxPlayers: 1, waiting: [{ ...me, offeredUntil: null }] })
  const changes = spotChangesOf(full, me.id, { warnOfOverlap: false, isUnpaid: false })
  const { success } = changes[kind]
  expect(success(teeTimeWith({ maxPlayers: 1 })).title).toBe(title)
  expect(success(teeTimeWith({ maxPlayers: 1, participants: [me] })).title).toBe('You Have a Spot')
})
