/**
 * The page to pay at, where it may be followed: over https, or on this very site. Undefined for
 * anything else, and for nothing.
 */
export function paymentPage(given: string | undefined, origin: string): string | undefined {
  if (given === undefined || !URL.canParse(given, origin)) return undefined
  const url = new URL(given, origin)
  if (url.protocol === 'https:' || url.origin === origin) return url.href
  return url.protocol === 'http:' && url.pathname.startsWith('/sandbox/')
    ? pageHere(given, origin)
    : undefined
}

/**
 * The same page on this very site: the sandbox is the app's own, by whichever of its names it was
 * opened. Undefined for what is no address of a page.
 */
export function pageHere(given: string | undefined, origin: string): string | undefined {
  if (given === undefined || !URL.canParse(given, origin)) return undefined
  const { protocol, pathname, search, hash } = new URL(given, origin)
  return /^https?:$/.test(protocol) ? new URL(origin).origin + pathname + search + hash : undefined
}
