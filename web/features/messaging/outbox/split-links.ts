/** A part of a text: plain words, or a link with its target. */
export interface Stretch {
  readonly words: string
  readonly href?: string
}

// Punctuation that ends a sentence or closes a bracket isn't part of a link.
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Splits a text into words and links, as a phone does. */
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
 * Returns where a link leads. A link to this machine becomes a path in this app, which may be open under
 * another host name, or on a port that was assigned after the link was created.
 */
function hrefOf(words: string): string | undefined {
  if (!URL.canParse(words)) return undefined
  const { hostname, pathname, search, hash } = new URL(words)
  return THIS_MACHINE.test(hostname) ? pathname + search + hash : words
}
