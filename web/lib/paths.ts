import { SCREENS } from '../../contract/screens.ts'

type Screens = typeof SCREENS
type ScreenName = keyof Screens

type ParamNames<Pattern extends string> = Pattern extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Pattern extends `${string}/:${infer Name}`
    ? Name
    : never

type ParamsOf<S extends ScreenName> = { readonly [Name in ParamNames<Screens[S]>]: string }

/** Returns the path of a screen: `pathTo('groupMembers', { slug })` is `/{slug}/members`. */
export function pathTo<S extends ScreenName>(
  screen: S,
  ...[params]: ParamNames<Screens[S]> extends never ? [] : [ParamsOf<S>]
): string {
  const values: Readonly<Record<string, string>> = params ?? {}
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
 * Replaces an address's origin with this site's, so that pages of the app and its sandbox open at the host
 * name that is in the address bar. Returns undefined unless the address is HTTP or HTTPS.
 */
export function moveToOrigin(address: string | undefined, origin: string): string | undefined {
  if (address === undefined || !URL.canParse(address, origin)) return undefined
  const { protocol, pathname, search, hash } = new URL(address, origin)
  return /^https?:$/.test(protocol) ? new URL(origin).origin + pathname + search + hash : undefined
}
