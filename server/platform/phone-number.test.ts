import { expect, test } from 'vitest'
import { canText, e164Of } from './phone-number.ts'

test.each([
  ['(403) 555-0103', '+14035550103'],
  ['1-403-555-0103', '+14035550103'],
  ['+44 7700 900123', '+447700900123'],
  ['call the shop', null],
])('normalizes %s to %s', (phone, number) => {
  expect(e164Of(phone)).toBe(number)
})

test.each(['+14035550103', '+15875550143', '+14155550199', '+18005551234'])(
  'texts %s',
  (number) => {
    expect(canText(number)).toBe(true)
  },
)

test.each([
  ['premium', '+19005551234'],
  ['personal', '+15005550006'],
  ['Jamaican', '+18765551234'],
  ['Dominican', '+18095551234'],
  ['British', '+447700900123'],
  ['premium, British', '+449098790000'],
  ['of a satellite phone', '+881612345678'],
  ['of an international network', '+88213000000'],
  ['not assigned', ''],
])('does not text a number that is %s: %s', (_, number) => {
  expect(canText(number)).toBe(false)
})
