/**
 * The first character that is not punctuation. Slow phones take milliseconds to compile this pattern, so it
 * isn't used for words that begin with a plain letter or digit.
 */
const INITIAL = /[\p{L}\p{N}\p{S}]/u
const initialOf = (word: string) =>
  /^[a-z\d]/i.test(word) ? word.charAt(0) : INITIAL.exec(word)?.[0]

export function initials(name: string): string {
  return (name.match(/\S+/g) ?? [])
    .flatMap((word) => initialOf(word)?.toUpperCase() ?? [])
    .slice(0, 2)
    .join('')
}

export function capitalized(name: string): string {
  return name
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(^| )\S/gu, (start) => start.toUpperCase())
}
