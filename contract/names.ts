/** Skips a quotation mark before a nickname. */
const INITIAL = /[\p{L}\p{N}\p{S}]/u

/** Returns the initials of the first two words of a name: one for a single word, none for an empty name. */
export function initials(name: string): string {
  return words(name)
    .flatMap((word) => INITIAL.exec(word)?.[0].toLocaleUpperCase('en-US') ?? [])
    .slice(0, 2)
    .join('')
}

export function capitalized(name: string): string {
  return words(name)
    .map((word) => {
      const [first = '', ...rest] = Array.from(word)
      return first.toLocaleUpperCase('en-US') + rest.join('')
    })
    .join(' ')
}

function words(name: string): string[] {
  return name.split(/\s+/).filter((word) => word !== '')
}
