import { useEffect, useState } from 'react'

const QUARTER_HOUR_MS = 900_000

/**
 * Returns the current time. Rerenders when one of `moments` (milliseconds since 1970) passes, and at each
 * quarter hour of UTC, because midnight in every time zone is at a quarter hour.
 */
export function useNowAround(...moments: readonly number[]): Date {
  const [now, setNow] = useState(() => new Date())
  const quarterHour = (Math.floor(now.getTime() / QUARTER_HOUR_MS) + 1) * QUARTER_HOUR_MS
  const nextMoment = Math.min(quarterHour, ...moments.filter((each) => each > now.getTime()))
  useEffect(() => {
    const update = () => setNow(new Date())
    const timer = setTimeout(update, nextMoment - Date.now() + 50)
    // Timers do not run while a phone sleeps, so also update when the page is visible again.
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [nextMoment])
  return now
}

/** Debounces a value: returns it once it has not changed for `pauseMs`, to avoid a request per letter. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settledValue, setSettledValue] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settledValue
}
