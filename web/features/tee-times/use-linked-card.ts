import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { TeeTime } from '../../../contract/tee-times.ts'

const NUMBER_PATTERN = /^[1-9]\d{0,8}$/
const MARKED_MS = 4_000

/**
 * Scrolls once to the card that `?t=7` links to, and highlights it.
 * @param cards undefined while loading
 * @param areStored whether the cards come from this phone's storage, and may be older than the link
 */
export function useLinkedCard(cards: readonly TeeTime[] | undefined, areStored: boolean) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  // `id` is undefined if no card has this number.
  const [linked, setLinked] = useState<{ number: number; id: number | undefined }>()
  const [isMarked, setMarked] = useState(false)

  useEffect(() => {
    const query = new URLSearchParams(search)
    const linkedNumber = query.get('t')
    if (linkedNumber === null || cards === undefined) return
    const number = Number(linkedNumber)
    const id = cards.find((card) => card.number === number)?.id
    if (areStored && id === undefined) return
    query.delete('t')
    navigate(path + (query.size === 0 ? '' : `?${query}`) + window.location.hash, { replace: true })
    if (!NUMBER_PATTERN.test(linkedNumber)) return
    setLinked({ number, id })
    setMarked(id !== undefined)
  }, [cards, areStored, path, search, navigate])

  const id = linked?.id
  useLayoutEffect(() => {
    const card = document.querySelector<HTMLElement>(`[data-card="${id}"]`)
    if (!isMarked || card === null) return
    card.focus({ preventScroll: true })
    const hasReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    card.scrollIntoView({ block: 'center', behavior: hasReducedMotion ? 'instant' : 'smooth' })
    const timer = setTimeout(() => setMarked(false), MARKED_MS)
    return () => clearTimeout(timer)
  }, [id, isMarked])

  const isMissing = id === undefined && !cards?.some(({ number }) => number === linked?.number)
  return { id, isMarked, missingNumber: isMissing ? linked?.number : undefined }
}
