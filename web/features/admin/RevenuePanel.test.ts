import { expect, test } from 'vitest'
import { axisMaximum } from './RevenuePanel.tsx'

test.each([
  [[], 100],
  [[0, 0], 100],
  [[3_995], 5_000],
  [[3_995, 11_985], 20_000],
  [[10_000], 10_000],
  [[10_001], 20_000],
  [[99_999], 100_000],
])('scales the chart of %j cents to a maximum of %i', (amounts, ceiling) => {
  expect(axisMaximum(amounts)).toBe(ceiling)
})
