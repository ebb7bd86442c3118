import { expect, test } from 'vitest'
import { matchingSuggestions } from './Combobox.tsx'

const COURSES = ['Shaganappi Point', 'Shaganappi Valley', 'Lakeview']

test.each([
  ['', COURSES],
  ['shag', ['Shaganappi Point', 'Shaganappi Valley']],
  [' valley  SHAG ', ['Shaganappi Valley']],
  ['lakeview ', []],
  ['x', []],
])('finds suggestions for %j', (typed, matches) => {
  expect(matchingSuggestions(COURSES, typed)).toEqual(matches)
})
