import { expect, test } from 'vitest'
import { nameOfMonth, nameWithYear } from './month-names.ts'

test('a month has its name in every zone', () => {
  expect([nameOfMonth('2026-01'), nameWithYear('2025-12')]).toEqual(['Jan', 'Dec 2025'])
})
