import { expect, test } from 'vitest'
import { dateChips, postForm } from './TeeTimeFields.tsx'

test('requires a number of players', () => {
  const messageFor = (players: unknown) =>
    postForm.shape.maxPlayers.safeParse(players).error?.issues[0]?.message
  expect(messageFor(undefined)).toBe('Enter the number of players')
  expect(messageFor(2.5)).toBe('Enter the number of players')
  expect(messageFor(0)).toBe('Enter at least 1 player')
  expect(messageFor(9)).toBe('Enter at most 8 players')
})

test.each([
  ['2026-11-23', ['Today', 'Tomorrow', 'Sat 28', 'Sun 29']],
  ['2026-11-27', ['Today', 'Tomorrow', 'Sun 29', 'Sat 5']],
  ['2026-11-28', ['Today', 'Tomorrow', 'Sat 5', 'Sun 6']],
  ['2026-11-29', ['Today', 'Tomorrow', 'Sat 5', 'Sun 6']],
])('offers the next dates to play on %s', (today, texts) => {
  expect(dateChips(today).map(({ text }) => text)).toEqual(texts)
})
