// For the pages that the build has drawn, before they are shown. A file of its own, since the content
// policy allows no script in a page.
const { documentElement: page } = document

// Whoever is signed in goes on to their group, and never sees the front page of visitors.
try {
  page.toggleAttribute('data-golfer', localStorage.getItem('sessionId') !== null)
} catch {
  // No storage: nobody is signed in.
}

// A page that no script takes over says so where the form would wait for ever.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) page.toggleAttribute('data-broken', true)
  },
  { capture: true },
)
