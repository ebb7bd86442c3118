import { expect, test } from 'vitest'
import { dateChips } from './TeeTimeFields.tsx'

test.each([
  ['2026-11-23', ['Today', 'Tomorrow', 'Sat 28', 'Sun 29']],
  ['2026-11-27', ['Today', 'Tomorrow', 'Sun 29', 'Sat 5']],
  ['2026-11-28', ['Today', 'Tomorrow', 'Sat 5', 'Sun 6']],
  ['2026-11-29', ['Today', 'Tomorrow', 'Sat 5', 'Sun 6']],
])('offers the next dates to play on %s', (today, texts) => {
  expect(dateChips(today).map(({ text }) => text)).toEqual(texts)
})
