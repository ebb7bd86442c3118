/** Control characters, line and paragraph separators, and marks that turn the writing direction. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * What a person typed, as a part of one line: nothing in it can begin a new header or a new line, or
 * turn around what follows.
 * @param otherwise what stands there when nothing printable is left
 */
function oneLine(typed: string, otherwise: string): string {
  return typed.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim() || otherwise
}

/**
 * As {@link oneLine}, with nothing in it that a mail program would turn into a link: for words that a
 * stranger may have typed, in a mail that carries our name.
 */
export function oneLineWithoutLinks(typed: string, otherwise: string): string {
  // '7:30' and '2/3' stay as they are.
  return oneLine(typed, otherwise).replace(
    /(?<=\S)(?!(?<=\d)[:/](?=\d))[.．。․｡:/\\@＠]+(?=\S)/g,
    ' ',
  )
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML in which every value is text, or part of a quoted attribute, whatever it holds. */
export function html(markup: TemplateStringsArray, ...values: string[]): string {
  return String.raw(
    { raw: markup },
    ...values.map((value) => value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')),
  )
}
