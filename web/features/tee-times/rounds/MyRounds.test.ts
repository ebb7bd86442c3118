import { expect, test } from 'vitest'
import { describePlayedWith } from './MyRounds.tsx'

test('lists the other players of a round', () => {
  expect(describePlayedWith({ players: [], guests: [] })).toBe('On your own')
  expect(describePlayedWith({ players: ['casey', 'Bo'], guests: ['dave'] })).toBe(
    'With Casey, Bo, and Dave (guest)',
  )
})
