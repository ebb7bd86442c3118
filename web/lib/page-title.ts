import { useEffect } from 'react'

export function fullTitle(title: string): string {
  return title === '' ? 'Fourball' : `${title} · Fourball`
}

/** How long to wait before announcing a title, because it may contain data that is still loading. */
const ANNOUNCE_DELAY_MS = 500

let lastScreenTitle: string | undefined

/** Sets the document's title. When one screen replaces another, screen readers announce the new title. */
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
