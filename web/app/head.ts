// Runs inline in the head of every page, before the first paint: see tools/setup/first-load.ts. Chooses the
// shell, and starts loading the screen's code and data while the app's main script downloads.
import { firstReads, startEarlyReads } from '../lib/early-reads.ts'
import { groupScreenOf } from '../lib/offline-screens.ts'

/** The script files of the most common first screens. The build inserts them. */
declare const __CHUNKS__: Readonly<Record<'group' | 'login', readonly string[]>>

const { documentElement: page } = document
const { origin, pathname } = window.location
const session = storedSession()
const group = groupScreenOf(pathname)

function storedSession(): string | null {
  try {
    return localStorage.getItem('sessionId')
  } catch {
    // Without storage, nobody can be signed in.
    return null
  }
}

function preload(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
}

// This attribute hides the pages for visitors from signed-in golfers, who are redirected to their group.
page.toggleAttribute('data-golfer', session !== null)
if (session !== null) {
  startEarlyReads(session, firstReads(pathname))
  if (group?.screen === 'group') page.dataset['shell'] = 'group'
  if (group !== undefined || pathname === '/') preload(__CHUNKS__.group)
} else if (group !== undefined || pathname === '/dashboard') {
  // Visitors who open a group or the dashboard get the login form.
  preload(__CHUNKS__.login)
}

// On a slow connection, fonts would delay the scripts, so most pages load the fonts later. Two kinds of pages
// load them now: public pages, which work without scripts, and pages whose files a service worker has cached.
const isPublic = session === null && group === undefined && pathname !== '/login'
const isStored = Boolean(navigator.serviceWorker?.controller)
page.toggleAttribute('data-fonts-wait', !isPublic && !isStored)

// If one of our own scripts fails to load, the page shows an error instead of waiting forever. Without
// Stripe's script, the app still works.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.src.startsWith(`${origin}/`)) {
      page.toggleAttribute('data-broken', true)
    }
  },
  { capture: true },
)
