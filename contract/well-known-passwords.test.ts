import { expect, test } from 'vitest'
import { isCommonPassword } from './well-known-passwords.ts'

test.each(['123456', 'PassWord', 'iloveyou', 'meredith', 'wassup'])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['', ' ', '`', 'back-nine-2026', ' password', 'fairway-demo'])(
  '%j is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)
