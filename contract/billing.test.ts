import { expect, test } from 'vitest'
import { endOfPaidMonths, isPaymentPath } from './billing.ts'

test.each(['/subscribe', '/subscribe/', '/Subscribe', '/saturday-golf/subscribe', '/x/SUBSCRIBE/'])(
  'treats %s as a payment page',
  (path) => expect(isPaymentPath(path)).toBe(true),
)

test.each(['/', '/subscriber', '/subscribe/x', '/a/b/subscribe', '//subscribe', '/x/subscribers'])(
  'does not treat %s as a payment page',
  (path) => expect(isPaymentPath(path)).toBe(false),
)

test.each([
  ['2026-12-22T17:00:00Z', '2027-06-22T17:00:00Z'],
  // If the sixth month does not have this day, the paid time ends on the last day of the month.
  ['2026-08-31T17:00:00Z', '2027-02-28T17:00:00Z'],
  ['2027-08-29T17:00:00Z', '2028-02-29T17:00:00Z'],
  ['2027-05-31T00:00:00Z', '2027-11-30T00:00:00Z'],
  // Months are counted in UTC, so a change of the local clocks makes no difference.
  ['2026-12-01T06:59:59Z', '2027-06-01T06:59:59Z'],
])('adds six months to %s and gets %s', (from, end) => {
  expect(endOfPaidMonths(new Date(from))).toEqual(new Date(end))
})
