import { useLayoutEffect, useRef } from 'react'

const JUST_CHANGED_MS = 700

/**
 * Returns a function that says whether `content` changed within the last 700 ms. A tap right after a change
 * may be meant for what was there before.
 * @param content what the buttons act on, such as the ids of rows in order; '' if there was nothing to tap
 */
export function useChangeDetector(content: string): () => boolean {
  const lastContent = useRef(content)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (lastContent.current === content) return
    if (lastContent.current !== '') changedAt.current = performance.now()
    lastContent.current = content
  }, [content])
  return () => performance.now() - changedAt.current < JUST_CHANGED_MS
}
