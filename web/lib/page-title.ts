import { useEffect } from 'react'

/** Returns the title for the browser tab: '{title} · Fourball'. */
export function fullTitle(title: string): string {
  return title === '' ? 'Fourball' : `${title} · Fourball`
}

/** Sets the page's title in the browser tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = fullTitle(title)
  }, [title])
}
