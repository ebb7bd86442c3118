import { useLayoutEffect, useRef } from 'react'

const JUST_MOVED_MS = 700

/**
 * Returns a function that tells whether rows moved within the last 700 ms. A tap right after a move may be
 * meant for another row.
 * @param rowIds the ids of the rows, in order; '' if there are none
 */
export function useJustMoved(rowIds: string): () => boolean {
  const placed = useRef(rowIds)
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (placed.current === rowIds) return
    // If the list was empty before, no row moved.
    if (placed.current !== '') movedAt.current = performance.now()
    placed.current = rowIds
  }, [rowIds])
  return () => performance.now() - movedAt.current < JUST_MOVED_MS
}
