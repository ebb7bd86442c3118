import { expect, test } from 'vitest'
import { axisMaximum } from './RoundsByMonth.tsx'

test.each([
  [[], 2],
  [[0, 0], 2],
  [[1], 2],
  [[3, 1], 4],
  [[5], 10],
  [[10], 10],
  [[11], 20],
  [[37], 40],
  [[41], 100],
  [[100], 100],
  [[101], 200],
])('scales the chart of %j rounds to a maximum of %i', (rounds, ceiling) => {
  expect(axisMaximum(rounds)).toBe(ceiling)
})
