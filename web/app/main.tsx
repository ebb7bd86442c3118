import { StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { dropEarlyReads, releaseEarlyReads } from '../lib/early-reads.ts'
import { groupScreenOf } from '../lib/offline-screens.ts'
import { CONTACT_STORAGE_KEY, DRAFTS_STORAGE_KEY, sessionId } from '../lib/session.ts'
import { showCarriedToast } from '../lib/toast-store.ts'
import { App, preloadGroup, preloadScreen } from './App.tsx'
import '../ui/theme.css'

const app = (
  <StrictMode>
    <App />
  </StrictMode>
)

const { documentElement: html } = document
/** How long to wait for a group's screens and data, which replace the shell. */
const SHELL_TIMEOUT_MS = 4_000
/** How long screens can use the responses to the requests that head.ts made. */
const EARLY_READS_KEPT_MS = 10_000

function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const { screen } = root.dataset
  // Signed-in golfers are redirected from these two screens.
  const isForVisitors = screen === 'landing' || screen === 'login'
  const canHydrate = screen !== undefined && !(isForVisitors && sessionId() !== null)
  const preloading = canHydrate ? preloadScreen(screen) : undefined
  const { pathname } = window.location
  const group = html.dataset['shell'] === 'group' ? groupScreenOf(pathname) : undefined
  const render = () => {
    if (screen !== undefined) {
      // Signed-in golfers must not see the page for visitors, not even briefly: see base.css.
      root.replaceChildren()
      delete root.dataset['screen']
    }
    flushSync(() => createRoot(root).render(app))
    releaseEarlyReads()
  }
  if (preloading) {
    // The login form must be usable soon. On the other pages, hydration runs in short tasks, so that the page
    // scrolls smoothly meanwhile.
    const schedule = screen === 'login' ? flushSync : startTransition
    preloading.then(() => schedule(() => void hydrateRoot(root, app)), render)
  } else if (group) {
    const timeout = new Promise((resolve) => setTimeout(resolve, SHELL_TIMEOUT_MS))
    Promise.race([preloadGroup(pathname, group.slug), timeout]).then(render, render)
  } else {
    render()
  }
}

/** Deletes expired drafts and contacts. Most browsers store none, so the code loads only if needed. */
async function deleteExpiredInput(): Promise<void> {
  if (localStorage.getItem(DRAFTS_STORAGE_KEY) !== null) {
    const { deleteExpiredDrafts } = await import('../lib/drafts.ts')
    deleteExpiredDrafts()
  }
  if (localStorage.getItem(CONTACT_STORAGE_KEY) !== null) {
    const { deleteExpiredContact } = await import('../features/groups/signups/stored-signup.ts')
    deleteExpiredContact()
  }
}

setTimeout(dropEarlyReads, EARLY_READS_KEPT_MS)
// On a slow phone, opening the session storage takes milliseconds. The first render must not wait for it.
setTimeout(showCarriedToast)
// If this fails, the next visit tries again.
setTimeout(() => deleteExpiredInput().catch(() => undefined))
// The script that head.ts adds may run before the browser has parsed the document.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
