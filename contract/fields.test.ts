import { expect, test } from 'vitest'
import { asOneLine, isVisible, localDate, personName, phoneNumber, text } from './fields.ts'
import { groupName } from './groups.ts'
import { MAX_PHONE_LENGTH } from './limits.ts'
import { postTeeTimeForm } from './tee-times.ts'

test.each([
  [
    'copied from an iPhone contact',
    '\u202d+1\u00a0(403)\u00a0555\u20110142\u202c',
    '+1 (403) 555-0142',
  ],
  ['with a typographic dash', '403\u2013555\u20130142', '403-555-0142'],
  [
    'in full-width digits',
    '\uff14\uff10\uff13\uff15\uff15\uff15\uff10\uff11\uff14\uff12',
    '4035550142',
  ],
  ['as typed', ' 403.555.0142 ', '403.555.0142'],
])('stores a phone number %s as the number a person sees', (_, pasted, number) => {
  expect(phoneNumber().parse(pasted)).toBe(number)
})

test.each([
  '\u202d403-5501\u202c',
  '403-555-0142 x 5',
  'call me at 555',
  '\u2474'.repeat(MAX_PHONE_LENGTH),
])('rejects %j as a phone number', (typed) => {
  expect(phoneNumber().safeParse(typed).success).toBe(false)
})

test.each(['0000-01-01', '2026-02-30', '2026-6-1', '10000-01-01', '2026-06-01\n'])(
  'rejects %j as a date',
  (typed) => {
    expect(localDate.safeParse(typed).error?.issues[0]?.message).toBe(
      'Must be a date like 2026-05-30',
    )
  },
)

function* codePoints(): Generator<number> {
  for (let point = 1; point <= 0x10_ffff; point += 1) {
    if (point < 0xd800 || point > 0xdfff) yield point
  }
}

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

test('strips direction marks, control characters and line breaks from one-line fields', () => {
  const wrongPoints: string[] = []
  for (const point of codePoints()) {
    const typed = `a${String.fromCodePoint(point)}b`
    const cleaned = asOneLine(typed)
    if (BIDI.test(cleaned) || /[\p{Cc}\u2028\u2029]/u.test(cleaned))
      wrongPoints.push(point.toString(16))
    const isMark = BIDI.test(typed) || /[\p{Cc}\u2028\u2029]/u.test(typed)
    if (!isMark && cleaned !== typed) wrongPoints.push(point.toString(16))
  }
  expect(wrongPoints).toEqual([])
})

test('rejects a name made only of invisible characters, however many', () => {
  const wrongPoints: string[] = []
  const invisibleCharacters: string[] = []
  for (const point of codePoints()) {
    const typed = String.fromCodePoint(point)
    const isInvisible = /[\p{C}\p{Z}\p{M}\p{DI}]/u.test(typed) || /[\u2800\u{1d159}]/u.test(typed)
    if (isInvisible) invisibleCharacters.push(typed)
    if (isInvisible && isVisible(typed.repeat(3))) wrongPoints.push(point.toString(16))
    if (!isInvisible && /[\p{L}\p{N}\p{S}]/u.test(typed) && !isVisible(typed)) {
      wrongPoints.push(point.toString(16))
    }
  }
  expect(wrongPoints).toEqual([])
  expect(isVisible(invisibleCharacters.join(''))).toBe(false)
})

test.each([
  ['nothing', ''],
  ['zero-width spaces', '\u200b\u200b\u200b'],
  ['joiners', '\u200d\u200d'],
  ['variation selectors', '\ufe0f\ufe0f'],
  ['a Hangul filler', '\u3164\u3164'],
  ['a half-width Hangul filler', '\uffa0\uffa0'],
  ['empty Braille cells', '\u2800\u2800'],
  ['tag characters', '\u{e0067}\u{e0062}'],
  ['accents alone', '\u0301\u0301'],
  ['soft hyphens', '\u00ad\u00ad'],
  ['direction marks', '\u202e\u202d'],
  ['punctuation', '-- ..'],
])('rejects a name made of %s', (_, typed) => {
  expect(personName().safeParse(typed).success).toBe(false)
  expect(groupName.safeParse(typed).success).toBe(false)
  expect(postTeeTimeForm.shape.course.safeParse(typed).success).toBe(false)
})

test.each([
  'José Ñíguez-O’Brien',
  'Zoe\u0308 Nguye\u0302\u0303n',
  'محمد عبد الرحمن',
  'می\u200cخواهم',
  'יהודית בת־שבע',
  '李小龍',
  '김민준',
  'क\u094dष\u093f',
  '👨‍👩‍👧‍👦',
  'Team 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  '⛳️🏌️‍♀️',
  '42',
])('keeps %s as typed', (typed) => {
  expect(personName().parse(` ${typed} `)).toBe(typed)
  expect(groupName.parse(typed)).toBe(typed)
})

test('joins lines in one-line fields and keeps paragraphs in longer texts', () => {
  expect(personName().parse('\u202eCasey\r\n\tLee\u0007\u2069')).toBe('Casey Lee')
  expect(text(100).parse('\u202eBring cash.\r\n\u200fNo carts.\u0007')).toBe(
    'Bring cash.\r\nNo carts.',
  )
})
