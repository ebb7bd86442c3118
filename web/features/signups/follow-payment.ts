/**
 * The page to pay at, where it may be followed: over https, or on this very site. Undefined for
 * anything else, and for nothing.
 */
export function paymentPage(given: string | undefined, origin: string): string | undefined {
  if (given === undefined || !URL.canParse(given, origin)) return undefined
  const url = new URL(given, origin)
  return url.protocol === 'https:' || url.origin === origin ? url.href : undefined
}
