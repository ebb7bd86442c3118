import { expect, test } from 'vitest'
import { findReachedLimits } from './weather.ts'

const hour = (precipProbability: number, windSpeed: number | null, temperature: number) => ({
  precipProbability,
  windSpeed,
  temperature,
})
const OFF = { rain: null, wind: null, cold: null }

test.each([
  [{ rain: 60 }, { rain: 70 }],
  [{ rain: 70 }, { rain: 70 }],
  [{ rain: 71 }, undefined],
  [{ wind: 30 }, { wind: 30 }],
  [{ wind: 31 }, undefined],
  [{ cold: 5 }, { cold: 5 }],
  [{ cold: 4 }, undefined],
  [
    { rain: 10, wind: 99, cold: 25 },
    { rain: 70, cold: 5 },
  ],
  [{}, undefined],
])('compares the worst values with the limits %j', (limits, reached) => {
  const hours = [hour(20, null, 12), hour(69.6, 29.5, 5.4), hour(0, 3, 9)]
  expect(findReachedLimits(hours, { ...OFF, ...limits })).toEqual(reached)
})

test('finds no reached limit when there are no hours', () => {
  expect(findReachedLimits([], { rain: 10, wind: 10, cold: 25 })).toBeUndefined()
})
