import { expect, test } from 'vitest'
import { tableOf } from './report.ts'

test('lists every attack, and the reason below each one that succeeded', () => {
  const table = tableOf([
    { chapter: 'claims', attack: 'oversell', tries: 12_000, seconds: 4.21, failure: undefined },
    { chapter: 'links', attack: 'old link', tries: 1, seconds: 0, failure: 'it\n works' },
  ])
  expect(table.split('\n')).toEqual([
    'attack             tries  seconds  result',
    '----------------  ------  -------  ------',
    'claims: oversell  12,000      4.2  held',
    'links: old link        1      0.0  BROKEN',
    '  → it works',
  ])
})
