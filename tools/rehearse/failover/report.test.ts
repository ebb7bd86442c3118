import { expect, test } from 'vitest'
import { findDelays, findLosses, formatTable, type Result } from './report.ts'

const NO_LOSSES: Result = {
  fault: 'app node killed',
  acknowledged: 1_204,
  lost: 0,
  oversold: 0,
  texts: 40,
  textsLost: 0,
  textsTwice: 1,
  writesMs: 30_000,
  streamsMs: 4_960,
  streamsWithinMs: 5_000,
}

test('accepts one duplicate reply, and times up to the limits', () => {
  expect([...findLosses(NO_LOSSES), ...findDelays(NO_LOSSES)]).toEqual([])
  expect(findDelays({ ...NO_LOSSES, streamsMs: 60_000, streamsWithinMs: undefined })).toEqual([])
})

test('reports every loss', () => {
  expect(findLosses({ ...NO_LOSSES, lost: 1, oversold: 2, textsLost: 3, textsTwice: 4 })).toEqual([
    'app node killed: 1 acknowledged changes are missing',
    'app node killed: 2 spots were sold twice',
    'app node killed: 3 texts were lost',
    'app node killed: 4 texts came twice',
  ])
})

test('reports writes and streams that came back too late', () => {
  expect(findDelays({ ...NO_LOSSES, writesMs: 30_100, streamsMs: 5_100 })).toEqual([
    'app node killed: writes took 30.1 s to come back; the limit is 30 s',
    'app node killed: live streams took 5.1 s to come back; the limit is 5 s',
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
