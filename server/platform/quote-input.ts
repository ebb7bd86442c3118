/** Control characters, line and paragraph separators, and marks that change the writing direction. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns text that cannot start a new header or line, reverse the text after it, or become a link. */
export function oneLineWithoutLinks(typed: string, fallback: string): string {
  const line = typed.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim() || fallback
  // '7:30' and '2/3' stay unchanged.
  return line.replace(/(?<=\S)(?!(?<=\d)[:/](?=\d))[.．。․｡:/\\@＠]+(?=\S)/g, ' ')
}

/** Builds HTML. Escapes every value, so that it is safe as text and inside a quoted attribute. */
export function html(markup: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: markup }, ...values.map(escapeHtml))
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
