import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the work takes, whichever way it goes. */
const ANSWER_MS = 100

/** Answers what the work does, after the same time: so that the time does not tell which way it went. */
export async function inEvenTime<T>(work: Promise<T>): Promise<T> {
  const [answer] = await Promise.all([work, sleep(ANSWER_MS)])
  return answer
}
