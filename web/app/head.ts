// Runs inline in the head of every page, before the first paint: see tools/setup/first-load.ts. Chooses the
// shell, and starts loading the code and data of the first screen.
import { firstReads, startEarlyReads } from '../lib/early-reads.ts'
import { groupScreenOf } from '../lib/offline-screens.ts'
import { hasStoredResponses } from '../lib/response-store.ts'

/** The script files of the entry and of the most common first screens. The build inserts them. */
declare const __CHUNKS__: Readonly<Record<'index' | 'group' | 'login', string>>
/** The font files. The build inserts them. */
declare const __FONTS__: readonly string[]

const { documentElement: html } = document
const { origin, pathname } = window.location
const session = storedSession()
const group = groupScreenOf(pathname)
const areFilesCached = Boolean(navigator.serviceWorker?.controller)

function storedSession(): string | null {
  try {
    return localStorage.getItem('sessionId')
  } catch {
    // Without storage, nobody can be signed in.
    return null
  }
}

/**
 * Starts the app with the script of its first screen, which imports the entry. If the entry imported the
 * screen instead, other tasks would run between the two scripts and delay the first render.
 */
function startWith(file: string): void {
  const script = document.createElement('script')
  script.type = 'module'
  script.src = file
  document.head.append(script)
}

/** Loads a font before the first layout. On a slow phone, finding a fallback font would take longer. */
function preloadFont(href: string): void {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href })
  document.head.append(link)
}

let firstChunk = __CHUNKS__.index
// For a signed-in golfer, this attribute hides the landing page and the login until the app redirects.
html.toggleAttribute('data-golfer', session !== null)
if (session !== null) {
  const isHome = group?.screen === 'group'
  const canShowStored = startEarlyReads(session, firstReads(pathname), isHome)
  if (isHome) {
    html.dataset['shell'] = 'group'
    // The app will replace the shell so soon that painting more than the shell's header would delay the app.
    html.toggleAttribute('data-shows-stored', areFilesCached && hasStoredResponses())
    canShowStored.then((can) => can || html.removeAttribute('data-shows-stored'))
  }
  if (group !== undefined || pathname === '/') firstChunk = __CHUNKS__.group
} else if (group !== undefined || pathname === '/login' || pathname === '/dashboard') {
  // Visitors who open a group or the dashboard get the login form.
  firstChunk = __CHUNKS__.login
}
startWith(firstChunk)

// On a slow connection, fonts would delay the scripts, so most pages load the fonts later. Two kinds of pages
// load them now: public pages, which work without scripts, and pages whose files a service worker has cached.
const isPublic = session === null && group === undefined && pathname !== '/login'
html.toggleAttribute('data-fonts-wait', !isPublic && !areFilesCached)
if (areFilesCached) __FONTS__.forEach(preloadFont)

// If one of our own scripts fails to load, the page shows an error instead of waiting forever. Without
// Stripe's script, the app still works.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.src.startsWith(`${origin}/`)) {
      html.toggleAttribute('data-broken', true)
    }
  },
  { capture: true },
)
