import { capitalized } from '../../../contract/names.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import { segmentsOf } from '../../providers/texts/texts.ts'

/** Matches the printable characters of the basic GSM 03.38 set. Up to 160 of them fit in one segment. */
const GSM_CHARACTER = /[@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]/

/** Replacements for characters outside the basic set that do not decompose into a letter and an accent. */
const REPLACEMENTS = new Map(
  Object.entries({
    "'": '‘’`´',
    '"': '“”„«»',
    '-': '‐‑–—',
    '(': '[{',
    ')': ']}',
    '/': '|',
    l: 'ł',
    L: 'Ł',
    d: 'đð',
    D: 'ĐÐ',
    th: 'þ',
    Th: 'Þ',
    i: 'ı',
    oe: 'œ',
    OE: 'Œ',
    h: 'ħ',
    H: 'Ħ',
  }).flatMap(([to, characters]) => Array.from(characters, (character) => [character, to] as const)),
)

/** Converts a string to the basic set. Drops extra spaces, and characters without an equivalent (emoji). */
export function toGsmText(words: string): string {
  const convert = (character: string) =>
    GSM_CHARACTER.test(character) ? character : REPLACEMENTS.get(character)
  const decompose = (character: string) =>
    Array.from(character.normalize('NFKD'), (part) => convert(part) ?? '').join('')
  const characters = Array.from(
    words.normalize('NFC'),
    (character) => convert(character) ?? decompose(character),
  )
  return characters.join('').replace(/ +/g, ' ').trim()
}

/** Converts user input to one short line in the basic set, without links. `fallback` replaces an empty line. */
export function sanitizeForText(typed: string, fallback: string, maxLength = Infinity): string {
  // Remove links again: the conversion may have turned other characters into a link ('evil․example').
  const line = oneLineWithoutLinks(toGsmText(oneLineWithoutLinks(typed, '')), fallback)
  return shortenName(line, maxLength)
}

/** Shortens a name to `maxLength` characters: at a word boundary if more than half of `maxLength` remains. */
export function shortenName(words: string, maxLength: number): string {
  if (words.length <= maxLength) return words
  const word = words.slice(0, maxLength + 1).replace(/[ ,.'(&-]+[^ ]*$/, '')
  return word.length > maxLength / 2 && word.length <= maxLength
    ? word
    : words.slice(0, maxLength).trim()
}

export function firstName(name: string): string {
  const inText = sanitizeForText(capitalized(name), 'a golfer')
  const [first = ''] = inText.split(' ')
  // Do not cut 'J Doe' to 'J', or 'a golfer' to 'a'. The first word may also be very long.
  return shortenName(first.length < 2 ? inText : first, 20)
}

/**
 * Returns the first wording that fits. Pass the longest first. If none fits, returns the last one without the
 * link at its end and the words that introduce the link, such as 'Subscribe:'.
 */
export function firstThatFitsOneText(...wordings: readonly string[]): string {
  const shortest = wordings.at(-1) ?? ''
  return (
    wordings.find((words) => segmentsOf(words) === 1) ??
    shortest.replace(/((?<=[.?!]) [^.?!]*)? ?https?:\/\/\S+$/, '')
  )
}
