import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { TwilioStandIn } from '../../../server/providers/texts/testing/twilio-stand-in.ts'
import type { Scene } from './scene.ts'

const BETWEEN_TEXTS_MS = 200

/** How long to wait before delivering a text again that the app didn't accept, in milliseconds. */
const RETRY_AFTER_MS = 1_000

/** The time limit for the replies to all accepted texts. It is long enough for several retries of a job. */
const REPLIES_TIMEOUT_MS = 120_000

/** Golfers who claim spots by text. Every accepted text should get exactly one reply. */
export class Texting {
  readonly #twilio: TwilioStandIn
  readonly #webhook: string
  readonly #due: { from: string; body: string }[]
  readonly #pending = new Set<Promise<void>>()
  #running: Promise<void> = Promise.resolve()
  #stopped = true
  #isAbandoned = false
  accepted = 0

  constructor(twilio: TwilioStandIn, url: string, { numbers, textedTeeTimes }: Scene) {
    this.#twilio = twilio
    this.#webhook = `${url}/api/webhooks/twilio/inbound`
    this.#due = textedTeeTimes.flatMap((teeTime) =>
      numbers.map((from) => ({ from, body: `IN ${teeTime}` })),
    )
  }

  start(): void {
    this.#stopped = false
    this.#running = this.#run()
  }

  /** Stops sending texts, and waits until the app has accepted all texts that were sent. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
    await Promise.all(this.#pending)
  }

  /** Stops sending texts, without waiting for responses. */
  abandon(): void {
    this.#stopped = true
    this.#isAbandoned = true
  }

  get duplicates(): number {
    const replies = this.#replies()
    return replies.length - new Set(replies).size
  }

  /**
   * Waits for the replies. Returns how many are missing, and how many were duplicates. Call it only while
   * stopped.
   */
  async check(): Promise<{ lost: number; duplicates: number }> {
    const giveUpAt = performance.now() + REPLIES_TIMEOUT_MS
    for (;;) {
      const lost = this.accepted - new Set(this.#replies()).size
      if (lost <= 0 || performance.now() > giveUpAt) return { lost, duplicates: this.duplicates }
      await pause(200)
    }
  }

  #replies(): string[] {
    return this.#twilio.received.map(({ to, body }) => `${to} ${body}`)
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const text = this.#due.shift()
      if (text === undefined) return
      const sending = this.#deliver(text).finally(() => this.#pending.delete(sending))
      this.#pending.add(sending)
      await pause(BETWEEN_TEXTS_MS)
    }
  }

  /** Delivers a text to the webhook. Retries, always with the same id, until the app accepts the text. */
  async #deliver(text: { from: string; body: string }): Promise<void> {
    const sid = `SM${randomBytes(16).toString('hex')}`
    while (!this.#isAbandoned) {
      const response = await this.#twilio
        .receive(this.#webhook, { ...text, sid })
        .catch(() => undefined)
      await response?.body?.cancel()
      if (response?.ok) {
        this.accepted += 1
        return
      }
      await pause(RETRY_AFTER_MS)
    }
  }
}
