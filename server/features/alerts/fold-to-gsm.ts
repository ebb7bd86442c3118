import { segmentsOf } from '../../providers/texts/embedded.ts'
import { oneLineWithoutLinks } from '../messages/quote-input.ts'

/** The letters and signs of a text that is sent in parts of 160 (GSM 03.38, basic set). */
const GSM = /[@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]/

/** What neither is in that set nor comes apart into a letter of it and an accent. */
const STAND_INS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '`': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '|': '/',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  ħ: 'h',
  Ħ: 'H',
}

/** Words in the letters of a plain text; what has no such letters, as emoji, is left out. */
export function foldToGsm(words: string): string {
  return Array.from(words.normalize('NFC'), foldSign).join('').replace(/ +/g, ' ').trim()
}

function foldSign(sign: string): string {
  if (GSM.test(sign)) return sign
  const standIn = STAND_INS[sign]
  if (standIn !== undefined) return standIn
  return Array.from(sign.normalize('NFKD'), (part) =>
    GSM.test(part) ? part : (STAND_INS[part] ?? ''),
  ).join('')
}

/** What a person typed, as a part of a text: on one line, plain letters, no link. */
export function typedWords(typed: string, otherwise: string): string {
  // Folding may leave nothing, and it may make a link of what was none ('evil․example').
  return oneLineWithoutLinks(foldToGsm(oneLineWithoutLinks(typed, '')), otherwise)
}

/** A course or a group in a text: cut to `most` characters, at a word where that is near. */
export function shortened(words: string, most: number): string {
  if (words.length <= most) return words
  const word = words.slice(0, most + 1).replace(/[ ,.'(&-]+[^ ]*$/, '')
  return word.length > most / 2 && word.length <= most ? word : words.slice(0, most).trim()
}

/** 'Ann Lee' is Ann. */
export function firstName(name: string, otherwise = 'a golfer'): string {
  const [first = ''] = typedWords(name, otherwise).split(' ')
  // Somebody called 'a golfer' for want of letters, or by a first name that is a sentence.
  return first.length < 2 ? shortened(typedWords(name, otherwise), 20) : shortened(first, 20)
}

/**
 * The first of some wordings, each shorter than the one before, that is sent in one part; else the last,
 * without the link at its end: the words say what to know, and a reply what to do.
 */
export function fittingOnePart(...wordings: readonly [string, ...string[]]): string {
  const shortest = wordings.at(-1) ?? wordings[0]
  return (
    wordings.find((words) => segmentsOf(words) === 1) ?? shortest.replace(/ https?:\/\/\S+$/, '')
  )
}
