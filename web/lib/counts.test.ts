import { expect, test } from 'vitest'
import { plural } from './counts.ts'

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [1234, '1,234 days'],
])('writes %i with its noun', (count, words) => {
  expect(plural(count, 'day')).toBe(words)
})

test('uses a plural that does not end in s', () => {
  expect(plural(2, 'entry', 'entries')).toBe('2 entries')
})
