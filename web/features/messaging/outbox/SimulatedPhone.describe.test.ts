import { expect, test } from 'vitest'
import type { OutboxPhone } from '../../../../contract/messages.ts'
import {
  describeOwners,
  describeTextsSince,
  inKnownOrder,
  matchesSearch,
  newDayHeading,
  newestKey,
  readableNumber,
} from './SimulatedPhone.tsx'

const phone = (number: string, names: string[], ...bodies: string[]): OutboxPhone => ({
  number,
  golfers: names.map((name, index) => ({ id: index + 1, name })),
  texts: bodies.map((body, index) => ({
    key: `${index}`,
    direction: body.startsWith('<') ? 'to' : 'from',
    body,
    at: '2026-06-01T16:00:00.000Z',
  })),
})
const ANN = phone('+14035550101', ['Ann Berg'], '<A spot', 'IN 7', "<You're in")
const SHARED = phone('+442071838750', ['Bob', 'Cy', 'Dee'], '<A spot')
const STRANGER = phone('+14035550188', [], 'Who is this?')

test('names the owners of a phone', () => {
  expect([ANN, SHARED, STRANGER].map(describeOwners)).toEqual([
    'Ann Berg',
    'Bob, Cy, and Dee',
    'Unknown number',
  ])
  expect([ANN, SHARED].map(({ number }) => readableNumber(number))).toEqual([
    '+1 403-555-0101',
    '+442071838750',
  ])
})

test.each([
  ['', [ANN, SHARED, STRANGER]],
  [' berg ', [ANN]],
  ['403-555', [ANN, STRANGER]],
  ['(403) 555-0101', [ANN]],
  ['dee', [SHARED]],
  ['zoe', []],
])('finds phones when searching for %s', (typed, found) => {
  expect([ANN, SHARED, STRANGER].filter((one) => matchesSearch(one, typed))).toEqual(found)
})

test('keeps phones in place and adds new ones last', () => {
  const known = [ANN.number, '+14035550100', SHARED.number]
  expect(inKnownOrder([STRANGER, SHARED, ANN], known)).toEqual([ANN, SHARED, STRANGER])
})

test('announces a received text once, but not one typed here', () => {
  expect(newestKey([ANN, SHARED])).toBe('2')
  expect(newestKey([])).toBe('')
  expect(describeTextsSince([ANN, SHARED], '0')).toEqual(["Ann Berg: <You're in"])
  expect(describeTextsSince([ANN, SHARED], '2')).toEqual([])
})

test('shows a day above its first message', () => {
  const [text] = ANN.texts
  if (text === undefined) throw new Error('no text')
  // In the tests' time zone, which is 5:45 ahead of UTC.
  expect(newDayHeading(text, undefined)).toBe('Mon, Jun 1')
  expect(newDayHeading({ ...text, at: '2026-06-01T18:14:59Z' }, text)).toBeUndefined()
  expect(newDayHeading({ ...text, at: '2026-06-01T18:15:00Z' }, text)).toBe('Tue, Jun 2')
})
