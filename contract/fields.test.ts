import { expect, test } from 'vitest'
import { localDate, phoneNumber } from './fields.ts'

test.each([
  [
    'as an iPhone copies a contact',
    '\u202d+1\u00a0(403)\u00a0555\u20110142\u202c',
    '+1 (403) 555-0142',
  ],
  ['with a dash of a text', '403\u2013555\u20130142', '403-555-0142'],
  ['in wide digits', '\uff14\uff10\uff13\uff15\uff15\uff15\uff10\uff11\uff14\uff12', '4035550142'],
  ['as typed', ' 403.555.0142 ', '403.555.0142'],
])('a phone number %s is the number that one sees', (_, pasted, number) => {
  expect(phoneNumber().parse(pasted)).toBe(number)
})

test.each(['\u202d403-5501\u202c', '403-555-0142 x 5', 'call me at 555'])(
  '%j is no phone number',
  (typed) => {
    expect(phoneNumber().safeParse(typed).success).toBe(false)
  },
)

test.each(['0000-01-01', '2026-02-30', '2026-6-1', '10000-01-01', '2026-06-01\n'])(
  '%j is no date',
  (typed) => {
    expect(localDate.safeParse(typed).error?.issues[0]?.message).toBe(
      'Must be a date like 2026-05-30',
    )
  },
)
