/** Control characters, line and paragraph separators, and marks that change the writing direction. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Makes typed words safe as part of one line: they cannot begin a new header or line, or reverse the
 * direction of what follows.
 * @param otherwise used if nothing printable is left
 */
function oneLine(typed: string, otherwise: string): string {
  return typed.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim() || otherwise
}

/**
 * Does the same as {@link oneLine} and also breaks up anything that a mail program would turn into
 * a link. For words in our emails that a stranger may have typed.
 */
export function oneLineWithoutLinks(typed: string, otherwise: string): string {
  // '7:30' and '2/3' stay unchanged.
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

/** Builds HTML with every value escaped as text or as part of a quoted attribute. */
export function html(markup: TemplateStringsArray, ...values: string[]): string {
  return String.raw(
    { raw: markup },
    ...values.map((value) => value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')),
  )
}
