import { expect, test } from 'vitest'
import { isCommonPassword } from './well-known-passwords.ts'

test.each(['123456', 'PassWord', 'iloveyou', 'meredith', 'wassup'])(
  'recognizes %s as a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(true)
  },
)

test.each(['', ' ', '`', 'back-nine-2026', ' password', 'fairway-demo'])(
  'does not count %j as a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)
