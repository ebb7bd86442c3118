import { expect, test } from 'vitest'
import { findNextBookers } from './rounds.ts'

const golfer = (name: string, rounds: number, posted: number, isMember = true) => ({
  id: name.charCodeAt(0),
  name,
  isMember,
  rounds,
  posted,
  guests: 0,
})

const namesOfNextBookers = (golfers: ReturnType<typeof golfer>[], rounds: number) =>
  findNextBookers({ golfers, rounds }).map(({ name }) => name)

test.each([
  ['nobody has played', [], 0, []],
  ['everyone posts their share', [golfer('A', 4, 1), golfer('B', 4, 1), golfer('C', 4, 2)], 4, []],
  ['one golfer plays without posting', [golfer('A', 8, 8), golfer('B', 8, 0)], 8, ['B']],
  ['some golfers have left', [golfer('A', 8, 8), golfer('B', 8, 0, false)], 8, []],
  ['a newcomer has played twice', [golfer('A', 8, 8), golfer('B', 2, 0)], 8, []],
  ['one golfer posts and never plays', [golfer('A', 0, 8), golfer('B', 8, 0)], 8, ['B']],
  [
    'many golfers play without posting',
    [golfer('A', 9, 9), golfer('B', 5, 0), golfer('C', 9, 0), golfer('D', 7, 0), golfer('E', 6, 0)],
    9,
    ['C', 'D', 'E'],
  ],
])('computes whose turn it is when %s', (_when, golfers, rounds, names) => {
  expect(namesOfNextBookers(golfers, rounds)).toEqual(names)
})
