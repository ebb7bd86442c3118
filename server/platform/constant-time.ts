import { setTimeout as sleep } from 'node:timers/promises'

/** The minimum response time, longer than the work takes on any path. Milliseconds. */
const ANSWER_MS = 100

/** Returns the result of `work` after a constant time, so that timing does not reveal how it went. */
export async function withConstantTime<T>(work: Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work, sleep(ANSWER_MS)])
  return answer
}
