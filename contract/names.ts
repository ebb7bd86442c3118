/** Skips a quotation mark before a nickname. */
const INITIAL = /[\p{L}\p{N}\p{S}]/u

/** Returns the initials of the first two words of a name: one for a single word, none for an empty name. */
export function initials(name: string): string {
  return (name.match(/\S+/g) ?? [])
    .flatMap((word) => INITIAL.exec(word)?.[0].toLocaleUpperCase('en-US') ?? [])
    .slice(0, 2)
    .join('')
}

export function capitalized(name: string): string {
  return name
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(^| )\S/gu, (start) => start.toLocaleUpperCase('en-US'))
}
