import { useEffect, useState } from 'react'

// A longer timer would overflow and fire immediately.
const LONGEST_TIMER_MS = 2_147_483_647

/** Returns the current time. Rerenders when one of `moments` (milliseconds since 1970) passes. */
export function useNowAround(...moments: readonly number[]): Date {
  const [now, setNow] = useState(() => new Date())
  const moment = Math.min(...moments.filter((each) => each > now.getTime()))
  useEffect(() => {
    if (moment === Number.POSITIVE_INFINITY) return
    const update = () => setNow(new Date())
    const timer = setTimeout(update, Math.min(moment - Date.now() + 50, LONGEST_TIMER_MS))
    // Timers do not run while a phone sleeps, so also update when the page is visible again.
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [moment])
  return now
}

/** Debounces a value: returns it after it has not changed for `pauseMs`, to avoid a call per typed letter. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
