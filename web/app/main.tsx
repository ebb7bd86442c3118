import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { dropEarlyReads } from '../lib/early-reads.ts'
import { groupScreenOf } from '../lib/offline-screens.ts'
import { sessionId } from '../lib/session.ts'
import { showCarriedToast } from '../lib/toast-store.ts'
import { App, preloadGroup, preloadScreen } from './App.tsx'
import '../ui/theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

showCarriedToast()
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)

const { documentElement: page } = document
/** Longer than this, the app's own waiting screen says more than the shell. */
const SHELL_MS = 4_000
/** When what the document's head has read is outdated, if no screen has taken it. */
const EARLY_READS_MS = 10_000

/** Renders the app. React removes the shell when it has something to show in its place. */
function render(place: HTMLElement): void {
  if (place.dataset['screen'] !== undefined) {
    // A golfer must not see what visitors see, not even for a moment: see base.css.
    place.replaceChildren()
    delete place.dataset['screen']
  }
  createRoot(place).render(app)
}

function hydrate(place: HTMLElement): void {
  hydrateRoot(place, app)
}

/** Waits until the app can show at once what the shell promises. */
async function awaitGroup(pathname: string, slug: string): Promise<void> {
  const soon = new Promise((resolve) => setTimeout(resolve, SHELL_MS))
  await Promise.race([preloadGroup(pathname, slug), soon])
}

const { screen } = root.dataset
// A signed-in golfer goes on from these two to their groups.
const isForVisitors = screen === 'landing' || screen === 'login'
const isDrawn = screen !== undefined && !(isForVisitors && sessionId() !== null)
const drawn = isDrawn ? preloadScreen(screen) : undefined
const { pathname } = window.location
const group = page.dataset['shell'] === 'group' ? groupScreenOf(pathname) : undefined
if (drawn) {
  drawn.then(
    () => hydrate(root),
    () => render(root),
  )
} else if (group) {
  awaitGroup(pathname, group.slug).then(
    () => render(root),
    () => render(root),
  )
} else {
  render(root)
}
setTimeout(dropEarlyReads, EARLY_READS_MS)
