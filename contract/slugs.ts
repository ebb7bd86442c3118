// These rules do not use zod, which would enlarge the script that every screen loads first.
import { MAX_SLUG_LENGTH, MIN_SLUG_LENGTH } from './limits.ts'
import { SCREENS, SERVER_SEGMENTS } from './screens.ts'

const RESERVED_BY_SPECIFICATION = ['login', 'admin', 'create', 'join', 'api', 'www', 'app']

export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  ...RESERVED_BY_SPECIFICATION,
  ...SERVER_SEGMENTS,
  ...Object.values(SCREENS).flatMap((path) => /^\/([^:/]+)/.exec(path)?.[1] ?? []),
])

/** Has the same rules as `groupSlug` in groups.ts. */
export function isUsableSlug(slug: string): boolean {
  const hasUsableLength = slug.length >= MIN_SLUG_LENGTH && slug.length <= MAX_SLUG_LENGTH
  return hasUsableLength && /^[a-z0-9][a-z0-9-]*[a-z0-9]$/.test(slug) && !RESERVED_SLUGS.has(slug)
}

/** Returns an empty slug if no character of the name is allowed in a slug. */
export function slugFrom(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/-$/, '')
}
