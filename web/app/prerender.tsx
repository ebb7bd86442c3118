import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { SCREENS } from '../../contract/screens.ts'
import {
  CONTACT_PAGE,
  LANDING_PAGE,
  PRIVACY_PAGE,
  PURCHASE_PAGE,
  TERMS_PAGE,
} from '../features/groups/signups/PublicPage.tsx'
import { fullTitle } from '../lib/page-title.ts'
import { App, type PrerenderedScreen, preloadScreen } from './App.tsx'

// Run by the build, never in a browser: see tools/setup/prerender.mjs.

export interface PrerenderedPage {
  readonly screen: PrerenderedScreen
  /** The module whose chunk a browser needs to take the page over. */
  readonly module: string
  readonly title: string
  readonly description: string
  readonly html: string
}

/** Renders the public pages as a visitor first sees them. */
export async function prerender(): Promise<PrerenderedPage[]> {
  return [
    await draw('landing', 'features/groups/signups/Landing.tsx', LANDING_PAGE),
    await draw('purchase', 'features/groups/signups/Purchase.tsx', PURCHASE_PAGE),
    await draw('privacy', 'features/groups/signups/Privacy.tsx', PRIVACY_PAGE),
    await draw('terms', 'features/groups/signups/Terms.tsx', TERMS_PAGE),
    await draw('contact', 'features/groups/signups/Contact.tsx', CONTACT_PAGE),
  ]
}

async function draw(
  screen: PrerenderedScreen,
  module: string,
  { title, description }: { title: string; description: string },
): Promise<PrerenderedPage> {
  await preloadScreen(screen)
  const html = renderToString(
    <StrictMode>
      <Router ssrPath={SCREENS[screen]} ssrSearch="">
        <App />
      </Router>
    </StrictMode>,
  )
  return { screen, module, title: fullTitle(title), description, html }
}
