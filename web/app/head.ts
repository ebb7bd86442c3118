// Runs inline in the head of every page, before anything is painted: see tools/setup/first-load.ts. It
// chooses the shell, and starts to load what the screen needs while the app's own script is on its way.
import { firstReads, startEarlyReads } from '../lib/early-reads.ts'
import { groupScreenOf } from '../lib/offline-screens.ts'

/** The files of the chunks of the most common first screens. */
declare const __CHUNKS__: Readonly<Record<'group' | 'login', readonly string[]>>

const { documentElement: page } = document
const { origin, pathname } = window.location
const session = storedSession()
const group = groupScreenOf(pathname)

function storedSession(): string | null {
  try {
    return localStorage.getItem('sessionId')
  } catch {
    // No storage: nobody is signed in.
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

// A signed-in golfer goes on to their group and never sees what visitors see.
page.toggleAttribute('data-golfer', session !== null)
if (session !== null) {
  startEarlyReads(session, firstReads(pathname))
  if (group?.screen === 'group') page.dataset['shell'] = 'group'
  if (group !== undefined || pathname === '/') preload(__CHUNKS__.group)
} else if (group !== undefined || pathname === '/dashboard') {
  // The login form is shown in place of these.
  preload(__CHUNKS__.login)
}

// On a slow connection, the fonts would delay the scripts, which only the public pages can do without.
// A service worker has stored both.
const isPublic = session === null && group === undefined && pathname !== '/login'
const isStored = Boolean(navigator.serviceWorker?.controller)
page.toggleAttribute('data-fonts-wait', !isPublic && !isStored)

// If one of our scripts fails to load, the page says so instead of waiting forever. Ignores
// Stripe's script.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.src.startsWith(`${origin}/`)) {
      page.toggleAttribute('data-broken', true)
    }
  },
  { capture: true },
)
