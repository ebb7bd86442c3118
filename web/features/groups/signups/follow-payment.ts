/**
 * Returns the address of the payment page if it is safe to open: over https, or on this site.
 * Returns undefined for anything else.
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
 * Returns the same page on this site's origin. The app serves the sandbox itself, whichever host name
 * it was opened under. Returns undefined if `given` isn't the address of a page.
 */
export function pageHere(given: string | undefined, origin: string): string | undefined {
  if (given === undefined || !URL.canParse(given, origin)) return undefined
  const { protocol, pathname, search, hash } = new URL(given, origin)
  return /^https?:$/.test(protocol) ? new URL(origin).origin + pathname + search + hash : undefined
}
