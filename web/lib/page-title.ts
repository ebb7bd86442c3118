import { useEffect } from 'react'

export function fullTitle(title: string): string {
  return title === '' ? 'Fourball' : `${title} · Fourball`
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = fullTitle(title)
  }, [title])
}
