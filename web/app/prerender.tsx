import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { SCREENS } from '../../contract/screens.ts'
import { PUBLIC_PAGES } from '../features/groups/signups/PublicPage.tsx'
import { LOGIN_PAGE } from '../features/identity/Guard.tsx'
import { fullTitle } from '../lib/page-title.ts'
import { queryClient } from '../lib/query-client.ts'
import { ScreenWaiting } from '../ui/on-demand.tsx'
import { App, preloadScreen } from './App.tsx'
import { GroupScreens } from './GroupScreens.tsx'

// The build runs this code. A browser never does: see tools/setup/prerender.mjs.

export type PrerenderedPage = Awaited<ReturnType<typeof renderPage>>

/**
 * Renders the shell, which index.html shows until the app has loaded: a group home without data, and the top
 * of any other screen. The group home is inert and hidden from screen readers, because it doesn't work yet.
 */
export function prerenderShell(): string {
  // Screens read saved choices from localStorage while they render. The build has no localStorage.
  Object.assign(globalThis, { localStorage: { getItem: () => null } })
  return renderToString(
    <>
      <div className="shell-group" inert aria-hidden>
        <QueryClientProvider client={queryClient}>
          <Router ssrPath="/group" ssrSearch="">
            <GroupScreens slug="group" screen="group" user={undefined} />
          </Router>
        </QueryClientProvider>
      </div>
      <div className="shell-other">
        <ScreenWaiting />
      </div>
    </>,
  )
}

export async function prerender(): Promise<PrerenderedPage[]> {
  return [
    await renderPage('landing', 'features/groups/signups/Landing.tsx', PUBLIC_PAGES.landing),
    await renderPage('purchase', 'features/groups/signups/Purchase.tsx', PUBLIC_PAGES.purchase),
    await renderPage('privacy', 'features/groups/signups/Privacy.tsx', PUBLIC_PAGES.privacy),
    await renderPage('terms', 'features/groups/signups/Terms.tsx', PUBLIC_PAGES.terms),
    await renderPage('contact', 'features/groups/signups/Contact.tsx', PUBLIC_PAGES.contact),
    await renderPage('login', 'login', LOGIN_PAGE),
  ]
}

/** @param module what a browser needs to hydrate the page: the path of a module, or the name of a chunk */
async function renderPage(
  screen: keyof typeof SCREENS,
  module: string,
  { title, description }: { title: string; description: string },
) {
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
