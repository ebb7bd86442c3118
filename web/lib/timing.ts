import { useEffect, useState } from 'react'

// A longer timer would overflow and fire at once.
const LONGEST_TIMER_MS = 2_147_483_647

/** Returns the current time, and updates it when one of `moments` (milliseconds since 1970) passes. */
export function useNowAround(...moments: readonly number[]): Date {
  const [now, setNow] = useState(() => new Date())
  const moment = Math.min(...moments.filter((each) => each > now.getTime()))
  useEffect(() => {
    if (moment === Number.POSITIVE_INFINITY) return
    const look = () => setNow(new Date())
    const timer = setTimeout(look, Math.min(moment - Date.now() + 50, LONGEST_TIMER_MS))
    // Timers do not run while a phone sleeps.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [moment])
  return now
}

/** Returns a value once it has not changed for `pauseMs`, so that typing does not cause a call per letter. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
