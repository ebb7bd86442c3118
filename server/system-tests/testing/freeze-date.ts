import { onTestFinished, vi } from 'vitest'

/**
 * Stops the system clock until the test ends, so that all calls count toward the same minute of a rate limit.
 * Timers keep running.
 */
export function freezeDate(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
