import { expect, test } from 'vitest'
import { hotp, stepOfCode, toBase32 } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

// RFC 4226, appendix D.
test.each(
  [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ].map((code, counter) => [counter, code] as const),
)('returns the password of RFC 4226 for counter %d', (counter, code) => {
  expect(hotp(SECRET, counter)).toBe(code)
})

// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('accepts the code of RFC 6238 at second %d', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  expect(stepOfCode(SECRET, code, new Date(seconds * 1000))).toBe(step)
  expect(stepOfCode(SECRET, code, new Date((seconds + 30) * 1000))).toBe(step)
  expect(stepOfCode(SECRET, code, new Date((seconds - 30) * 1000))).toBe(step)
  expect(stepOfCode(SECRET, code, new Date((seconds + 60) * 1000))).toBeUndefined()
})

test('refuses a code two steps early', () => {
  expect(stepOfCode(SECRET, '081804', new Date(1_111_111_049_000))).toBeUndefined()
})

test.each(['', '28708', '2870822', '28708x', '２８７０８２'])('refuses %j', (code) => {
  expect(stepOfCode(SECRET, code, new Date(59_000))).toBeUndefined()
})

// RFC 4648, 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes %j as RFC 4648 does', (plain, encoded) => {
  expect(toBase32(Buffer.from(plain))).toBe(encoded)
})
