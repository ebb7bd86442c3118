import { SCREENS } from '../../contract/screens.ts'
import { isUsableSlug } from '../../contract/slugs.ts'

/** Payment screens, the outbox and one-time links are not included: they always come from the server. */
const OFFLINE_PATHS: readonly string[] = [
  SCREENS.landing,
  SCREENS.login,
  SCREENS.dashboard,
  SCREENS.myRounds,
  SCREENS.members,
  SCREENS.profile,
]
const OFFLINE_GROUP_SCREENS = ['group', 'groupMembers', 'groupProfile', 'groupSeason'] as const
type GroupScreen = (typeof OFFLINE_GROUP_SCREENS)[number]

export function groupScreenOf(pathname: string): { screen: GroupScreen; slug: string } | undefined {
  const path = pathname.replace(/(.)\/$/, '$1')
  const [, slug = ''] = path.split('/')
  if (!isUsableSlug(slug)) return undefined
  const screen = OFFLINE_GROUP_SCREENS.find((name) => SCREENS[name].replace(':slug', slug) === path)
  return screen && { screen, slug }
}

export function opensOffline(pathname: string): boolean {
  const path = pathname.toLowerCase().replace(/(.)\/$/, '$1')
  return OFFLINE_PATHS.includes(path) || groupScreenOf(path) !== undefined
}
