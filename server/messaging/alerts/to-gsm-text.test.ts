import { expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import {
  firstName,
  firstThatFitsOneText,
  sanitizeForText,
  shortenName,
  toGsmText,
} from './to-gsm-text.ts'

test.each([
  ['Shaganappi Point', 'Shaganappi Point'],
  ['Café Zürich, Ñuñoa', 'Café Zürich, Ñuñoa'],
  ['Łódź Golf Klub', 'Lodz Golf Klub'],
  ['Çeşme', 'Çesme'],
  ['Strüngmann’s “Links” – 9', 'Strüngmann\'s "Links" - 9'],
  ['Zoe\u0308', 'Zoe'],
  ['Birdie 🏌️‍♀️ Club ⛳', 'Birdie Club'],
  ['ﬁne ½ №5', 'fine 12 No5'],
  ['[A] {B} | C', '(A) (B) / C'],
  ['Гольф', ''],
  ['高爾夫 Golf', 'Golf'],
])('converts %j to %j', (words, gsmText) => {
  expect(toGsmText(words)).toBe(gsmText)
  expect(segmentsOf(gsmText.repeat(8).slice(0, 160))).toBeLessThanOrEqual(1)
})

test.each([
  ['Гольф', 'the course'],
  ['⛳', 'the course'],
  ['evil․example', 'evil example'],
  ['Tee at 7:30', 'Tee at 7:30'],
])('sanitizes %j to %j', (typed, sanitized) => {
  expect(sanitizeForText(typed, 'the course')).toBe(sanitized)
})

test.each([
  ['Shaganappi Point', 30, 'Shaganappi Point'],
  ['Kananaskis Country Golf Course', 20, 'Kananaskis Country'],
  ['Kananaskis', 5, 'Kanan'],
  ['St. Andrews, Old', 12, 'St. Andrews'],
])('shortens %j to %i characters as %j', (words, maxLength, short) => {
  expect(shortenName(words, maxLength)).toBe(short)
  expect(short.length).toBeLessThanOrEqual(maxLength)
})

test.each([
  ['Ann Lee', 'Ann'],
  ['ann lee', 'Ann'],
  ['J Doe', 'J Doe'],
  ['Jürgen', 'Jürgen'],
  ['李 明', 'a golfer'],
  ['evil.example', 'Evil'],
  ['X'.repeat(40), 'X'.repeat(20)],
])('shortens the name %j to %j', (name, shortName) => {
  expect(firstName(name)).toBe(shortName)
})

test('picks the first wording that fits in one segment, otherwise the last', () => {
  expect(firstThatFitsOneText('a'.repeat(161), 'b'.repeat(160), 'c')).toBe('b'.repeat(160))
  expect(firstThatFitsOneText('a'.repeat(300), 'b'.repeat(200))).toBe('b'.repeat(200))
  // If a character is outside the set, a segment has only 70 characters.
  expect(firstThatFitsOneText(`${'a'.repeat(70)}ł`, 'short')).toBe('short')
  const link = `https://${'a'.repeat(160)}.example`
  expect(firstThatFitsOneText(`It has ended. Subscribe: ${link}`)).toBe('It has ended.')
  expect(firstThatFitsOneText(`A spot opened. Reply IN 7. ${link}`)).toBe(
    'A spot opened. Reply IN 7.',
  )
})
