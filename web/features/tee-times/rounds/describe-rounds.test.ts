import { expect, test } from 'vitest'
import { countGuests, describePlayedWith, describeTurn } from './describe-rounds.ts'

const golfer = (id: number, name: string) => ({
  id,
  name,
  isMember: true,
  rounds: 4,
  posted: 0,
  guests: 0,
})
const [casey, bo, anna] = [golfer(1, 'Casey'), golfer(2, 'Bo'), golfer(3, 'Anna')]

test('names golfers whose turn it is, starting with me', () => {
  expect(describeTurn([casey], undefined)).toBe('Casey')
  expect(describeTurn([casey, bo, anna], 7)).toBe('Casey, Bo, or Anna')
  expect(describeTurn([casey, bo, anna], bo.id)).toBe('you, Casey, or Anna')
  expect(describeTurn([bo], bo.id)).toBe('you')
})

test('names the partners of a round', () => {
  expect(describePlayedWith({ players: [], guests: [] })).toBe('On your own')
  expect(describePlayedWith({ players: ['Casey', 'Bo'], guests: ['Dave'] })).toBe(
    'With Casey, Bo, and Dave (guest)',
  )
})

test('counts guests', () => {
  expect([1, 5].map(countGuests)).toEqual(['Brought a guest', 'Brought 5 guests'])
})
