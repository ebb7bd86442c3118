import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useJustMoved } from '../../ui/use-just-moved.ts'
import type { MyTeeTimes } from './queries.ts'

/**
 * When the golfer claims a spot, its row moves from the open spots to the rounds above, and the focus follows
 * it. When a focused row is gone, the list of open spots gets the focus. Ignores taps right after rows move,
 * because such a tap could claim a different spot than the golfer meant.
 */
export function useMovingRows(mine: MyTeeTimes): void {
  const focused = useRef<string>(undefined)
  const idsIn = (list: MyTeeTimes['rounds']) => list.map(({ teeTime }) => teeTime.id).join()
  const places = `${idsIn(mine.rounds)} ${idsIn(mine.openSpots)}`
  const haveJustMoved = useEffectEvent(useJustMoved(places))

  useEffect(() => {
    const recordFocus = ({ target }: FocusEvent) => {
      const spot = target instanceof Element && target.closest<HTMLElement>('[data-spot]')
      focused.current = spot ? spot.dataset['spot'] : undefined
    }
    const guard = (event: MouseEvent) => {
      const isButton = event.target instanceof Element && event.target.closest('[data-spot] button')
      if (isButton && haveJustMoved()) event.stopPropagation()
    }
    document.addEventListener('focusin', recordFocus)
    document.addEventListener('click', guard, true)
    return () => {
      document.removeEventListener('focusin', recordFocus)
      document.removeEventListener('click', guard, true)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each move.
  useLayoutEffect(() => {
    const id = focused.current
    if (id === undefined || document.activeElement !== document.body) return
    const round = document.querySelector<HTMLElement>(`[data-round="${id}"]`)
    const target = round ?? document.querySelector<HTMLElement>('[data-part="Open Spots"]')
    target?.focus({ preventScroll: true })
  }, [places])
}
