import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { checkSlug, listGolferGroups } from '../../contract/groups.ts'
import { SCREENS } from '../../contract/screens.ts'
import type { User } from '../../contract/sessions.ts'
import { isUsableSlug } from '../../contract/slugs.ts'
import { Guard, Login } from '../features/identity/Guard.tsx'
import { ApiError } from '../lib/api-client.ts'
import { firstReads } from '../lib/early-reads.ts'
import { pathAfterLogin, takeLoginRedirect } from '../lib/login-redirect.ts'
import { showStoredResponses } from '../lib/offline-responses.ts'
import { pathTo } from '../lib/paths.ts'
import { queryClient, queryKeyOf, readAhead, useEndpoint } from '../lib/query-client.ts'
import { sessionId, useSessionId } from '../lib/session.ts'
import { LoadingFailed } from '../ui/Notice.tsx'
import { ErrorBoundary, lazyScreens, onDemand, ScreenWaiting } from '../ui/on-demand.tsx'
import { ToastHost } from '../ui/ToastHost.tsx'
import { watchForUpdates } from './update-offer.ts'

const { LiveUpdates } = onDemand(() => import('./LiveUpdates.tsx'))

const { Landing } = lazyScreens(() => import('../features/groups/signups/Landing.tsx'))
const { Purchase } = lazyScreens(() => import('../features/groups/signups/Purchase.tsx'))
const { Privacy } = lazyScreens(() => import('../features/groups/signups/Privacy.tsx'))
const { Terms } = lazyScreens(() => import('../features/groups/signups/Terms.tsx'))
const { Contact } = lazyScreens(() => import('../features/groups/signups/Contact.tsx'))
export const { GroupScreens } = lazyScreens(() => import('./GroupScreens.tsx'))
const { NotFound } = lazyScreens(() => import('../features/groups/GroupUnavailable.tsx'))
const { ProfileScreen } = lazyScreens(() => import('./ProfileScreen.tsx'))
const { DashboardScreen } = lazyScreens(() => import('./DashboardScreen.tsx'))
const { MyRounds } = lazyScreens(() => import('../features/tee-times/rounds/MyRounds.tsx'))
const { SubscribeScreen } = lazyScreens(() => import('../features/billing/Subscribe.tsx'))
const { CreateGroup } = lazyScreens(() => import('../features/groups/CreateGroup.tsx'))
const { Invite } = lazyScreens(() => import('../features/groups/invite-links/Invite.tsx'))
const { Admin } = lazyScreens(() => import('../features/admin/Admin.tsx'))
const { Outbox } = lazyScreens(() => import('../features/messaging/outbox/Outbox.tsx'))
const { SuperAdmin } = lazyScreens(() => import('../features/admin/SuperAdmin.tsx'))
const { Messages } = lazyScreens(() => import('../features/admin/delivery-log/Messages.tsx'))
const { SuperAdminLogin } = lazyScreens(() => import('../features/identity/sessions/Login.tsx'))
const { Welcome } = lazyScreens(() => import('../features/groups/welcome/Welcome.tsx'))
const { Checkout: SandboxCheckout } = lazyScreens(
  () => import('../features/billing/sandbox/Checkout.tsx'),
)
const { Portal: SandboxPortal } = lazyScreens(
  () => import('../features/billing/sandbox/Portal.tsx'),
)
const { Unsubscribe } = lazyScreens(
  () => import('../features/messaging/preferences/Unsubscribe.tsx'),
)

/** How long to wait for the rest of a group home's data once scripts have loaded and the slug is checked. */
const DATA_TIMEOUT_MS = 1_000

const PRERENDERED: Partial<Record<string, { ready: () => Promise<void> }>> = {
  landing: Landing,
  purchase: Purchase,
  privacy: Privacy,
  terms: Terms,
  contact: Contact,
  login: Login,
}

/** Loads the code of a prerendered screen. Returns undefined for any other screen. */
export function preloadScreen(screen = ''): Promise<void> | undefined {
  return PRERENDERED[screen]?.ready()
}

/**
 * Loads what a group's home needs to replace the shell: its code and the responses that this phone stored. If
 * a response isn't stored, waits for the check of the slug, and then up to DATA_TIMEOUT_MS for the others,
 * because on a slow phone, rendering incomplete data first would delay the complete screen.
 */
export async function preloadGroup(pathname: string, slug: string): Promise<void> {
  const reads = firstReads(pathname)
  const stored = showStoredResponses(reads)
  const all = Promise.all(reads.map(readAhead))
  await GroupScreens.ready()
  if (await stored) return
  await readAhead(queryKeyOf(checkSlug, { params: { slug } })[0])
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, DATA_TIMEOUT_MS))])
}

export function App() {
  const sessionId = useSessionId()
  useEffect(() => document.documentElement.removeAttribute('data-fonts-wait'), [])
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Routes />
        {sessionId !== null && (
          <LiveUpdates key={sessionId} sessionId={sessionId} afterFailure={null} />
        )}
        <ToastHost />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function Routes() {
  const [path] = useLocation()
  useEffect(() => {
    // If the URL has a hash, the browser scrolls to that section.
    if (path && window.location.hash === '') window.scrollTo(0, 0)
  }, [path])
  return (
    // Remount for each path, even if two paths have the same pattern, such as the homes of two groups.
    <Switch key={path}>
      <Route path={SCREENS.landing} component={Home} />
      <Route path={SCREENS.purchase} component={Purchase} />
      <Route path={SCREENS.privacy} component={Privacy} />
      <Route path={SCREENS.terms} component={Terms} />
      <Route path={SCREENS.contact} component={Contact} />
      <Route path={SCREENS.login} component={LoginRoute} />
      <Route path={SCREENS.superAdminLogin} component={SuperAdminLogin} />
      <Route path={SCREENS.superAdmin} component={SuperAdmin} />
      <Route path={SCREENS.superAdminMessages} component={Messages} />
      <Route path={SCREENS.outbox} component={Outbox} />
      <Route path={SCREENS.welcome}>{({ token }) => <Welcome token={token} />}</Route>
      <Route path={SCREENS.sandboxCheckout}>{({ id }) => <SandboxCheckout id={id} />}</Route>
      <Route path={SCREENS.sandboxPortal}>{({ id }) => <SandboxPortal id={id} />}</Route>
      <Route path={SCREENS.invite}>{({ token }) => <Invite token={token} />}</Route>
      <Route path={SCREENS.unsubscribe}>
        {({ token, kind }) => <Unsubscribe token={token} kind={kind} />}
      </Route>
      {GOLFER_SCREENS.map(([path, Screen]) => (
        <Route key={path} path={path}>
          <Guard>{(user) => <Screen user={user} />}</Guard>
        </Route>
      ))}
      {GROUP_SCREENS.map((screen) => (
        <Route key={screen} path={SCREENS[screen]}>
          {({ slug }) => <GroupRoute slug={slug} screen={screen} />}
        </Route>
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

const GOLFER_SCREENS: [path: string, Screen: ComponentType<{ user: User | undefined }>][] = [
  [SCREENS.admin, Admin],
  [SCREENS.dashboard, DashboardScreen],
  [SCREENS.myRounds, MyRounds],
  [SCREENS.subscribe, SubscribeScreen],
  [SCREENS.createGroup, CreateGroup],
  [SCREENS.members, () => <FirstGroup screen="groupMembers" />],
  [SCREENS.profile, ({ user }) => <FirstGroup screen="groupProfile" user={user} />],
]

function Home() {
  return useSessionId() === null ? <Landing /> : <FirstGroup screen="group" />
}

function LoginRoute() {
  const session = useSessionId()
  useEffect(() => {
    // Visitors to the login will probably use the app, so install it for offline use now.
    if (session === null) return watchForUpdates(() => undefined)
  }, [session])
  const [target] = useState(() =>
    session === null ? undefined : pathAfterLogin(window.location.search, takeLoginRedirect()),
  )
  return target === undefined ? <Login /> : <Redirect to={target} replace />
}

/** Redirects to the golfer's first group. A golfer without a group gets the profile or the dashboard. */
function FirstGroup(props: {
  screen: 'group' | 'groupMembers' | 'groupProfile'
  user?: User | undefined
}) {
  const { screen, user } = props
  // Refetch the list and wait for it, because the first cached group may no longer exist.
  const groups = useEndpoint(listGolferGroups, {}, { staleTime: 0 })
  // Later refetches must not hide the profile: the golfer may be typing in it.
  if (groups.isPending || !groups.isFetchedAfterMount) return <ScreenWaiting />
  const slug = groups.data?.[0]?.slug
  if (slug === undefined && screen === 'groupProfile') {
    if (groups.data) return <ProfileScreen user={user} />
    return <LoadingFailed isScreen title="We couldn't load your groups" query={groups} />
  }
  const target = slug === undefined ? pathTo('dashboard') : pathTo(screen, { slug })
  return <Redirect to={target} replace />
}

const GROUP_SCREENS = [
  'group',
  'groupMembers',
  'groupProfile',
  'groupSeason',
  'groupSubscribe',
] as const

export interface GroupRouteProps {
  readonly slug: string
  readonly screen: (typeof GROUP_SCREENS)[number]
}

function GroupRoute({ slug, screen }: GroupRouteProps) {
  // For an invalid slug, the check would return 'not available', as if the group existed.
  const isUsable = isUsableSlug(slug)
  const check = useEndpoint(checkSlug, { params: { slug } }, { enabled: isUsable })
  useEffect(() => {
    // Load the screens' code while the slug is being checked, not after.
    if (isUsable && sessionId() !== null) GroupScreens.preload()
  }, [isUsable])
  if (!isUsable) return <NotFound />
  if (check.isPending) return <ScreenWaiting />
  if (check.error) {
    const mayExist = !(check.error instanceof ApiError) || check.error.status >= 429
    return <NotFound {...(mayExist && { onRetry: () => void check.refetch() })} />
  }
  if (check.data.available) return <NotFound />
  return <Guard>{(user) => <GroupScreens slug={slug} screen={screen} user={user} />}</Guard>
}
