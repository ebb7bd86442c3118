import { expect, test } from 'vitest'
import { sayAsOf } from './offline-standing.ts'

test('the age of what is shown, with the day where it is another one', () => {
  const at = new Date(2026, 5, 6, 8, 12).getTime()
  expect(sayAsOf(at, new Date(2026, 5, 6, 9, 0).getTime())).toBe('8:12 AM')
  expect(sayAsOf(at, new Date(2026, 5, 7, 7, 0).getTime())).toBe('Jun 6, 8:12 AM')
})
