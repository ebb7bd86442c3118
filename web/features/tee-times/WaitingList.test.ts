import { expect, test } from 'vitest'
import { teeTimeWith } from './testing/tee-time-with.ts'
import { describePlace, leavingWaitingList, passing } from './WaitingList.tsx'

test('formats places as ordinals', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 50].map(describePlace)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '50th',
  ])
})

test.each([
  ['Left the Waiting List', leavingWaitingList],
  ['You Passed on This Spot', passing],
])("says '%s' only to a golfer who has not got a spot in the meantime", (title, change) => {
  const me = { id: 2, name: 'Bob' }
  const full = teeTimeWith({ maxPlayers: 1, waiting: [{ ...me, offeredUntil: null }] })
  const { success } = change(full, me.id)
  expect(success(teeTimeWith({ maxPlayers: 1 })).title).toBe(title)
  expect(success(teeTimeWith({ maxPlayers: 1, participants: [me] })).title).toBe('You Have a Spot')
})
