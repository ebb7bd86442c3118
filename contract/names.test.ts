import { expect, test } from 'vitest'
import { capitalized, initials } from './names.ts'

test.each([
  ['Morgan Reid', 'MR'],
  ['morgan', 'M'],
  ['maria de la cruz', 'MD'],
  ['  bo   li ', 'BL'],
  ['élodie 💥', 'É💥'],
  ['Bob "Birdie" Smith', 'BB'],
  ['“Ace” (Al) Jones', 'AA'],
  ['Bo - Li', 'BL'],
  ['', ''],
])('returns the initials of %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test.each([
  ['morgan reid', 'Morgan Reid'],
  ["sinead o'connell", "Sinead O'connell"],
  ['McKAY', 'McKAY'],
  ['  bo   li ', 'Bo Li'],
])('capitalizes %j', (name, capitalizedName) => {
  expect(capitalized(name)).toBe(capitalizedName)
})
