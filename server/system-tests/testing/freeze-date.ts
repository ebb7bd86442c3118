import { onTestFinished, vi } from 'vitest'

/**
 * Freezes the date until the test ends, and with it the minute of a rate limit: how many calls a busy
 * machine makes in a minute must not decide anything. Timers keep running.
 */
export function freezeDate(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
