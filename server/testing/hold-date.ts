import { onTestFinished, vi } from 'vitest'

/**
 * Holds the date still until the test is over, and with it the minute that a budget of calls has: how
 * many calls a busy machine takes in a minute must not decide anything. Timers run on.
 */
export function holdDate(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
