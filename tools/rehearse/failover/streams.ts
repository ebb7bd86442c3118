import { setTimeout as pause } from 'node:timers/promises'
import { LIVE_HEARTBEAT_MS, LIVE_PATH } from '../../../contract/live.ts'
import { retryDelayMs } from '../../../web/lib/live.ts'
import { LongestGap } from './longest-gap.ts'
import type { Scene } from './scene.ts'

/** A phone with a live stream, which reconnects as the web app does. */
class LivePhone {
  readonly longestGap = new LongestGap()
  readonly #url: string
  readonly #session: string
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>

  constructor(url: string, session: string) {
    this.#url = url
    this.#session = session
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    for (let attempt = 0; !this.#stopping.signal.aborted; attempt += 1) {
      const hasReceived = await this.#listen()
      if (hasReceived) attempt = 0
      const wait = retryDelayMs(attempt, Math.random())
      await pause(wait, undefined, { signal: this.#stopping.signal }).catch(() => {})
    }
  }

  /** Reads one live stream until its connection ends. Returns whether any event arrived. */
  async #listen(): Promise<boolean> {
    let hasReceived = false
    const silence = new AbortController()
    const giveUpTimer = setTimeout(() => silence.abort(), 2 * LIVE_HEARTBEAT_MS)
    try {
      const response = await fetch(this.#url + LIVE_PATH, {
        headers: { authorization: `Bearer ${this.#session}` },
        signal: AbortSignal.any([this.#stopping.signal, silence.signal]),
      })
      if (!response.ok || response.body === null) {
        await response.body?.cancel()
        return false
      }
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        giveUpTimer.refresh()
        // Skip heartbeats. A heartbeat is a comment without data.
        if (!chunk.includes('data:')) continue
        hasReceived = true
        this.longestGap.tick()
      }
    } catch {
      // The connection has ended. The caller reconnects.
    } finally {
      clearTimeout(giveUpTimer)
    }
    return hasReceived
  }
}

export class LivePhones {
  readonly #phones: readonly LivePhone[]

  constructor(url: string, { players }: Scene) {
    this.#phones = players.map(({ session }) => new LivePhone(url, session))
  }

  reset(): void {
    for (const { longestGap } of this.#phones) longestGap.reset()
  }

  /** Returns the longest time that any phone waited for an event since the last reset(). */
  longestPauseMs(): number {
    return Math.max(...this.#phones.map(({ longestGap }) => longestGap.longestMs()))
  }

  /** Returns whether every phone has received an event since `at`, a value of `performance.now()`. */
  allReceivedSince(at: number): boolean {
    return this.#phones.every(({ longestGap }) => longestGap.tickedAt > at)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#phones.map((phone) => phone.stop()))
  }
}
