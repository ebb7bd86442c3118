/** A stretch of a text: words, or a link with where it leads. */
export interface Stretch {
  readonly words: string
  readonly href?: string
}

// What ends a sentence, or closes a bracket, is no part of a link.
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Finds the links in a text, as a phone does. */
export function splitLinks(text: string): Stretch[] {
  const stretches: Stretch[] = []
  let end = 0
  for (const { 0: words, index } of text.matchAll(LINK)) {
    const href = hrefOf(words)
    if (href === undefined) continue
    if (index > end) stretches.push({ words: text.slice(end, index) })
    stretches.push({ words, href })
    end = index + words.length
  }
  if (end < text.length) stretches.push({ words: text.slice(end) })
  return stretches
}

/**
 * Where a link leads. One to this machine leads to this very app: it may be open under another of the
 * machine's names, or on a port that the server was given after its links were made.
 */
function hrefOf(words: string): string | undefined {
  if (!URL.canParse(words)) return undefined
  const { hostname, pathname, search, hash } = new URL(words)
  return THIS_MACHINE.test(hostname) ? pathname + search + hash : words
}
