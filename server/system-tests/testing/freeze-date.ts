import { onTestFinished, vi } from 'vitest'

/**
 * Freezes the date until the test ends. All calls then count toward the same minute of a rate limit, even on
 * a slow machine. Timers keep running.
 */
export function freezeDate(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
