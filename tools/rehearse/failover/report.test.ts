import { expect, test } from 'vitest'
import { findLosses, findSlowRecoveries, formatTable, type Result } from './report.ts'

const NO_LOSSES: Result = {
  fault: 'app node killed',
  acknowledgedTaps: 1_204,
  lostChanges: 0,
  oversoldSpots: 0,
  texts: 40,
  lostReplies: 0,
  duplicateReplies: 1,
  longestWriteGapMs: 30_000,
  longestStreamGapMs: 4_960,
  streamLimitMs: 5_000,
}

test('accepts one duplicate reply, and times up to the limits', () => {
  expect([...findLosses(NO_LOSSES), ...findSlowRecoveries(NO_LOSSES)]).toEqual([])
  expect(
    findSlowRecoveries({ ...NO_LOSSES, longestStreamGapMs: 60_000, streamLimitMs: undefined }),
  ).toEqual([])
})

test('reports every loss', () => {
  expect(
    findLosses({
      ...NO_LOSSES,
      lostChanges: 1,
      oversoldSpots: 2,
      lostReplies: 3,
      duplicateReplies: 4,
    }),
  ).toEqual([
    'app node killed: 1 acknowledged changes are missing',
    'app node killed: 2 spots were sold twice',
    'app node killed: 3 texts were lost',
    'app node killed: 4 texts came twice',
  ])
})

test('reports writes and streams that came back too late', () => {
  expect(
    findSlowRecoveries({ ...NO_LOSSES, longestWriteGapMs: 30_100, longestStreamGapMs: 5_100 }),
  ).toEqual([
    'app node killed: writes took 30.1 s to recover; the limit is 30 s',
    'app node killed: live streams took 5.1 s to recover; the limit is 5 s',
  ])
})

test('prints one table', () => {
  expect(formatTable([NO_LOSSES])).toBe(
    [
      '| fault           | acknowledged | lost | oversold | texts | lost | twice | writes back, s | streams back, s |',
      '| --------------- | -----------: | ---: | -------: | ----: | ---: | ----: | -------------: | --------------: |',
      '| app node killed |         1204 |    0 |        0 |    40 |    0 |     1 |           30.0 |             5.0 |',
    ].join('\n'),
  )
})
