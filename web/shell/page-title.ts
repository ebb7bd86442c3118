import { useEffect } from 'react'

/** Names the page in the tab: '{title} · Fourball'. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Fourball' : `${title} · Fourball`
  }, [title])
}
