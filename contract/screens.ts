/** The URL patterns of the web app's screens. A group's slug cannot be the first segment of a pattern. */
export const SCREENS = {
  landing: '/',
  purchase: '/purchase',
  privacy: '/privacy',
  terms: '/terms',
  contact: '/contact',
  login: '/login',
  superAdminLogin: '/super-admin-login',
  superAdmin: '/super-admin',
  superAdminMessages: '/super-admin/messages',
  dashboard: '/dashboard',
  myRounds: '/dashboard/rounds',
  subscribe: '/subscribe',
  createGroup: '/create-group',
  admin: '/admin',
  members: '/members',
  profile: '/profile',
  welcome: '/welcome/:token',
  invite: '/invite/:token',
  outbox: '/outbox',
  sandboxCheckout: '/sandbox/checkout/:id',
  sandboxPortal: '/sandbox/portal/:id',
  unsubscribe: '/unsubscribe/:token/:kind',
  group: '/:slug',
  groupMembers: '/:slug/members',
  groupProfile: '/:slug/profile',
  groupSeason: '/:slug/season',
  groupSubscribe: '/:slug/subscribe',
} as const

/** The first segments of paths that are not screens. */
export const SERVER_SEGMENTS = ['api', 'assets', 'calendar', 'healthz', 'readyz', 'metrics']

/** Returns whether a path leads to one of the screens with these patterns. */
export function isPathOf(path: string, screens: readonly string[]): boolean {
  return screens.some((screen) =>
    new RegExp(`^${screen.replace(/:\w+/g, '[^/]+')}/?$`, 'i').test(path),
  )
}
