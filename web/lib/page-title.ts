import { useEffect } from 'react'

export function fullTitle(title: string): string {
  return title === '' ? 'Fourball' : `${title} · Fourball`
}

/** By this time, a screen usually has its data, which may be part of the title to announce. */
const ANNOUNCE_DELAY_MS = 500

let lastScreenTitle: string | undefined

/** Sets the document's title. When a screen replaces another one, screen readers announce its title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = fullTitle(title)
  }, [title])
  useEffect(() => {
    const timer = setTimeout(() => {
      const isNewScreen = lastScreenTitle !== undefined && lastScreenTitle !== document.title
      if (isNewScreen) document.getElementById('announcer')?.replaceChildren(document.title)
      lastScreenTitle = document.title
    }, ANNOUNCE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
}
