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
  // A month without that day ends on its last day.
  ['2026-08-31T17:00:00Z', '2027-02-28T17:00:00Z'],
  ['2027-08-29T17:00:00Z', '2028-02-29T17:00:00Z'],
  ['2027-05-31T00:00:00Z', '2027-11-30T00:00:00Z'],
  // Counted in UTC: a group's local clocks may change in between.
  ['2026-12-01T06:59:59Z', '2027-06-01T06:59:59Z'],
])('counts six months after %s as ending %s', (from, end) => {
  expect(endOfPaidMonths(new Date(from))).toEqual(new Date(end))
})
