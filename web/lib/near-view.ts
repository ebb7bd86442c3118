import { type RefCallback, useCallback, useState } from 'react'

/** How far below the screen an element counts as near, relative to the screen's height. */
const MARGIN = '25%'

/**
 * Returns a ref, and whether its element has been on the screen or near it. If the browser can't tell, all
 * elements count as near.
 */
export function useNearView(): [RefCallback<Element>, boolean] {
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined')
  const watch = useCallback((element: Element | null) => {
    if (element === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: `0px 0px ${MARGIN} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, isNear]
}
