import type { StringRouteParams } from 'wouter'
import { SCREENS } from '../../contract/screens.ts'

type Screens = typeof SCREENS

/** Returns the path of a screen: `pathTo('groupMembers', { slug })` is `/{slug}/members`. */
export function pathTo<S extends keyof Screens>(
  screen: S,
  ...[params]: Screens[S] extends `${string}:${string}` ? [StringRouteParams<Screens[S]>] : []
): string {
  const values: Readonly<Record<string, string | undefined>> = params ?? {}
  return SCREENS[screen].replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
}

/** Returns the URL of a payment page if it is safe to open: over https, on this site, or in the sandbox. */
export function safePaymentUrl(address: string | undefined, origin: string): string | undefined {
  if (address === undefined || !URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  if (url.protocol === 'https:' || url.origin === origin) return url.href
  return url.protocol === 'http:' && url.pathname.startsWith('/sandbox/')
    ? moveToOrigin(address, origin)
    : undefined
}

/**
 * Moves an address to this site's origin, so that it opens at the host name that is in the address bar.
 * Returns undefined unless the address is HTTP or HTTPS.
 */
export function moveToOrigin(address: string | undefined, origin: string): string | undefined {
  if (address === undefined || !URL.canParse(address, origin)) return undefined
  const { protocol, pathname, search, hash } = new URL(address, origin)
  return /^https?:$/.test(protocol) ? new URL(origin).origin + pathname + search + hash : undefined
}
