import { expect, test } from 'vitest'
import { countGuests, describeTurn } from './Season.tsx'

const golfer = (id: number, name: string) => ({
  id,
  name,
  isMember: true,
  rounds: 4,
  posted: 0,
  guests: 0,
})
const [casey, bo, anna] = [golfer(1, 'casey'), golfer(2, 'Bo'), golfer(3, 'Anna')]

test('lists the golfers whose turn it is, the current user first', () => {
  expect(describeTurn([casey], undefined)).toBe('Casey')
  expect(describeTurn([casey, bo, anna], 7)).toBe('Casey, Bo, or Anna')
  expect(describeTurn([casey, bo, anna], bo.id)).toBe('you, Casey, or Anna')
  expect(describeTurn([bo], bo.id)).toBe('you')
})

test('counts guests', () => {
  expect([1, 5].map(countGuests)).toEqual(['Brought a guest', 'Brought 5 guests'])
})
