import { expect, test } from 'vitest'
import { nameOfMonth, nameWithYear } from './month-names.ts'

test('names a month the same in every time zone', () => {
  expect([nameOfMonth('2026-01'), nameWithYear('2025-12')]).toEqual(['Jan', 'Dec 2025'])
})
