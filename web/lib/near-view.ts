import { type RefCallback, useCallback, useState } from 'react'

/** How far below the screen an element counts as near, relative to the screen's height. */
const MARGIN = '25%'

/** Returns a ref, and whether its element has been on the screen or near it. */
export function useNearView(): [RefCallback<Element>, boolean] {
  const [isNear, setNear] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (element === null) return
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
