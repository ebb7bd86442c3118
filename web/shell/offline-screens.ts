import { SCREENS, SERVER_SEGMENTS } from '../../contract/screens.ts'

/**
 * The screens that open without a connection, with what was last seen. None that takes money, shows
 * what others were sent or is used up by opening it: those come from the server or not at all.
 */
const OPEN_OFFLINE: readonly (keyof typeof SCREENS)[] = [
  'landing',
  'login',
  'dashboard',
  'myRounds',
  'members',
  'profile',
  'group',
  'groupMembers',
  'groupProfile',
  'groupSeason',
]

const firstOf = (path: string) => path.split('/')[1] ?? ''

const RESERVED: ReadonlySet<string> = new Set([
  ...SERVER_SEGMENTS,
  ...Object.values(SCREENS)
    .map(firstOf)
    .filter((segment) => !segment.startsWith(':')),
])

/** Whether the app's own shell may answer for an address that the server cannot be asked for. */
export function opensOffline(pathname: string): boolean {
  const path = pathname.toLowerCase().replace(/(.)\/$/, '$1')
  return OPEN_OFFLINE.some((screen) => {
    const pattern = SCREENS[screen]
    if (!pattern.includes(':slug')) return path === pattern
    const [, slug = ''] = path.split('/')
    return (
      !RESERVED.has(slug) && /^[a-z0-9-]+$/.test(slug) && path === pattern.replace(':slug', slug)
    )
  })
}
