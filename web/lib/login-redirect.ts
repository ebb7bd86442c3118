import { capitalized } from '../../contract/names.ts'
import { isUsableSlug } from '../../contract/slugs.ts'
import { pathTo } from './paths.ts'

const REDIRECT_KEY = 'loginRedirect'
const PLACEHOLDER_ORIGIN = 'https://fourball.invalid'

/** Returns the first segment of a path if it can be a group's slug. */
export function slugIn(path: string): string | undefined {
  const [, slug = ''] = path.split('/')
  return isUsableSlug(slug) ? slug : undefined
}

/**
 * Returns the path to open after a login at `path`. Every path of a group leads to the group's home. If
 * `path` is the home itself, the query `?t=7` stays, because it links to tee time 7.
 */
export function redirectFor(path: string, search = ''): string {
  const slug = slugIn(path)
  if (slug === undefined) return path
  const groupHome = pathTo('group', { slug })
  const number = new URLSearchParams(search).get('t')
  return number === null || path.split('/').length > 2
    ? groupHome
    : `${groupHome}?${new URLSearchParams({ t: number })}`
}

export function pathOnThisSite(target: string | null | undefined): string | undefined {
  if (!target?.startsWith('/') || !URL.canParse(target, PLACEHOLDER_ORIGIN)) return undefined
  const url = new URL(target, PLACEHOLDER_ORIGIN)
  if (url.origin !== PLACEHOLDER_ORIGIN) return undefined
  // `/.//evil.example` becomes `//evil.example` here, which a browser would take for another host.
  if (url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

export function pathAfterLogin(search: string, stored: string | null): string {
  return (
    pathOnThisSite(new URLSearchParams(search).get('redirect')) ??
    pathOnThisSite(stored) ??
    pathTo('dashboard')
  )
}

/** Guesses a group's name from its slug: 'fairway-friends' is 'Fairway Friends'. */
export function nameFromSlug(slug: string): string {
  return capitalized(slug.replaceAll('-', ' '))
}

export function storeLoginRedirect(path: string): void {
  localStorage.setItem(REDIRECT_KEY, path)
}

export function takeLoginRedirect(): string | null {
  const stored = localStorage.getItem(REDIRECT_KEY)
  localStorage.removeItem(REDIRECT_KEY)
  return stored
}
