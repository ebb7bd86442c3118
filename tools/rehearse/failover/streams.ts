import { setTimeout as pause } from 'node:timers/promises'
import { LIVE_HEARTBEAT_MS, LIVE_PATH } from '../../../contract/live.ts'
import { waitBefore } from '../../../web/lib/live.ts'
import { LongestGap } from './pause-timer.ts'
import type { Scene } from './scene.ts'

/** A phone's live stream, which reconnects as the web app does. */
class LivePhone {
  readonly timer = new LongestGap()
  readonly #url: string
  readonly #session: string
  readonly #ended = new AbortController()
  readonly #running: Promise<void>

  constructor(url: string, session: string) {
    this.#url = url
    this.#session = session
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    for (let attempt = 0; !this.#ended.signal.aborted; attempt += 1) {
      const hasHeard = await this.#listen()
      if (hasHeard) attempt = 0
      const wait = waitBefore(attempt, Math.random())
      await pause(wait, undefined, { signal: this.#ended.signal }).catch(() => {})
    }
  }

  /** Runs one connection until it ends. Returns whether any event came. */
  async #listen(): Promise<boolean> {
    let hasHeard = false
    const silent = new AbortController()
    const giveUp = setTimeout(() => silent.abort(), 2 * LIVE_HEARTBEAT_MS)
    try {
      const response = await fetch(this.#url + LIVE_PATH, {
        headers: { authorization: `Bearer ${this.#session}` },
        signal: AbortSignal.any([this.#ended.signal, silent.signal]),
      })
      if (!response.ok || response.body === null) {
        await response.body?.cancel()
        return false
      }
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        giveUp.refresh()
        // Heartbeats are comments.
        if (!chunk.includes('data:')) continue
        hasHeard = true
        this.timer.tick()
      }
    } catch {
      // The connection ended. The caller connects again.
    } finally {
      clearTimeout(giveUp)
    }
    return hasHeard
  }
}

/** The live streams of all golfers' phones. */
export class LivePhones {
  readonly #phones: readonly LivePhone[]

  constructor(url: string, { players }: Scene) {
    this.#phones = players.map(({ session }) => new LivePhone(url, session))
  }

  mark(): void {
    for (const { timer } of this.#phones) timer.mark()
  }

  /** Returns the longest that any phone got no event since the last mark. */
  longestPauseMs(): number {
    return Math.max(...this.#phones.map(({ timer }) => timer.longestMs()))
  }

  /** Returns whether every phone got an event after an instant (`performance.now()`). */
  allSince(at: number): boolean {
    return this.#phones.every(({ timer }) => timer.tickedAt > at)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#phones.map((phone) => phone.stop()))
  }
}
