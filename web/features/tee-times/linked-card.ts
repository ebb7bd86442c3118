import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { pathTo } from '../../lib/paths.ts'

const NUMBER = /^[1-9]\d{0,8}$/
const MARKED_MS = 4_000

/** Returns the path to a card: `/{slug}?t=7`. */
export function pathToCard(slug: string, number: number): string {
  return `${pathTo('group', { slug })}?t=${number}`
}

interface Linked {
  readonly number: number
  /** The card's id; undefined if no card has this number. */
  readonly id: number | undefined
}

/**
 * Scrolls to the card that the address asks for with `?t=7`, focuses it and marks it for a moment.
 * Removes `t` from the address, so that this happens only once.
 * @param cards undefined while they may still change
 */
export function useLinkedCard(cards: readonly TeeTime[] | undefined) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const asked = new URLSearchParams(search).get('t')
  const [linked, setLinked] = useState<Linked>()
  const [isMarked, mark] = useState(false)

  useEffect(() => {
    if (asked === null || cards === undefined) return
    const query = new URLSearchParams(search)
    query.delete('t')
    navigate(path + (query.size === 0 ? '' : `?${query}`) + window.location.hash, { replace: true })
    if (!NUMBER.test(asked)) return
    const number = Number(asked)
    const id = cards.find((card) => card.number === number)?.id
    setLinked({ number, id })
    mark(id !== undefined)
  }, [asked, cards, path, search, navigate])

  const id = linked?.id
  useLayoutEffect(() => {
    const card = id === undefined ? null : document.querySelector(`[data-card="${id}"]`)
    if (!isMarked || !(card instanceof HTMLElement)) return
    card.focus({ preventScroll: true })
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    card.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' })
    const timer = setTimeout(() => mark(false), MARKED_MS)
    return () => clearTimeout(timer)
  }, [id, isMarked])

  const isMissing = linked && !cards?.some(({ number }) => number === linked.number)
  return {
    id,
    isMarked,
    /** The number in the address if no card has it. */
    missing: isMissing && id === undefined ? linked.number : undefined,
  }
}
