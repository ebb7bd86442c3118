import { expect, test } from 'vitest'
import { describeCode } from './describe-message.ts'

test.each([
  ['21610', 'Texted STOP (21610)'],
  ['21211', 'Invalid number (21211)'],
  ['30034', 'Sender not registered (30034)'],
  ['capped', 'Over the text limit'],
  ['unavailable', "The provider didn't respond"],
  ['push-refused', 'The push service rejected the message'],
  ['63038', 'Code 63038'],
  ['constructor', 'Code constructor'],
])('explains %s as: %s', (code, words) => {
  expect(describeCode(code)).toBe(words)
})
