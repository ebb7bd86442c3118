import { expect, test } from 'vitest'
import { teeTimeWith } from './testing/tee-time-with.ts'
import { leaving } from './UndoLeaving.tsx'

const ANN = { id: 1, name: 'Ann' }
const GUEST = { id: 2, name: 'Dave', hostId: ANN.id, hostName: ANN.name }

test.each([
  ['offers Undo', [], false, true],
  ['offers no Undo if a guest left too', [GUEST], false, false],
  ['offers no Undo in a paused group', [], true, false],
])('%s', (_what, guests, isPaused, offersUndo) => {
  const card = teeTimeWith({ participants: [ANN], guests })
  const { action } = leaving(card, ANN.id, isPaused).success(card)
  expect(Boolean(action)).toBe(offersUndo)
})
