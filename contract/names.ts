/** Returns the initials of the first two words of a name, or of one. */
export function initials(name: string): string {
  return words(name)
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toLocaleUpperCase('en-US') ?? '')
    .join('')
}

/** Returns a name with each word capitalized. */
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
