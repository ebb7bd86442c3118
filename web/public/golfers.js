// Before the first paint: whoever is signed in goes on to their group, and never sees the front page
// of visitors. A file of its own, since the content policy allows no script in a page.
try {
  if (localStorage.getItem('sessionId') !== null)
    document.documentElement.toggleAttribute('data-golfer', true)
} catch {
  // No storage: nobody is signed in.
}
