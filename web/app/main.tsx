import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { sessionId } from '../lib/session.ts'
import { showCarriedToast } from '../lib/toast-store.ts'
import { App, preloadScreen } from './App.tsx'
import '../ui/theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

showCarriedToast()
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)

function renderFresh(place: HTMLElement): void {
  place.replaceChildren()
  // Stops hiding the root from golfers: see web/public/drawn.js.
  delete place.dataset['screen']
  createRoot(place).render(app)
}

const { screen } = root.dataset
// A signed-in golfer goes to their first group instead of the front page.
const isDrawn = screen !== undefined && (screen !== 'landing' || sessionId() === null)
const ready = isDrawn ? preloadScreen(screen) : undefined
if (ready) {
  ready.then(
    () => hydrateRoot(root, app),
    () => renderFresh(root),
  )
} else {
  renderFresh(root)
}
