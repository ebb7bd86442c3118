import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { TwilioStandIn } from '../../../server/providers/texts/testing/twilio-stand-in.ts'
import type { Scene } from './scene.ts'

const BETWEEN_TEXTS_MS = 200

/** How long to wait before resending a text that the app didn't accept, in milliseconds. */
const RETRY_AFTER_MS = 1_000

/** The time limit for the replies to all accepted texts. It is long enough for several retries of a job. */
const REPLIES_TIMEOUT_MS = 120_000

/** Golfers who claim spots by text. Every accepted text should get exactly one reply. */
export class Texting {
  readonly #twilio: TwilioStandIn
  readonly #webhook: string
  readonly #unsentTexts: { from: string; body: string }[]
  readonly #deliveries = new Set<Promise<void>>()
  #running: Promise<void> = Promise.resolve()
  #isStopped = true
  #isAbandoned = false
  acceptedTexts = 0

  constructor(twilio: TwilioStandIn, url: string, { phoneNumbers, textedTeeTimes }: Scene) {
    this.#twilio = twilio
    this.#webhook = `${url}/api/webhooks/twilio/inbound`
    this.#unsentTexts = textedTeeTimes.flatMap((teeTime) =>
      phoneNumbers.map((from) => ({ from, body: `IN ${teeTime}` })),
    )
  }

  start(): void {
    this.#isStopped = false
    this.#running = this.#run()
  }

  /** Stops sending texts, and waits until the app has accepted all texts that were sent. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
    await Promise.all(this.#deliveries)
  }

  /** Stops sending texts, without waiting for responses. */
  abandon(): void {
    this.#isStopped = true
    this.#isAbandoned = true
  }

  get duplicateReplies(): number {
    const replies = this.#replies()
    return replies.length - new Set(replies).size
  }

  /**
   * Waits for the replies. Returns how many are missing, and how many were duplicates. Call this only after
   * stop().
   */
  async waitForReplies(): Promise<{ lostReplies: number; duplicateReplies: number }> {
    const giveUpAt = performance.now() + REPLIES_TIMEOUT_MS
    for (;;) {
      const lostReplies = this.acceptedTexts - new Set(this.#replies()).size
      if (lostReplies <= 0 || performance.now() > giveUpAt)
        return { lostReplies, duplicateReplies: this.duplicateReplies }
      await pause(200)
    }
  }

  #replies(): string[] {
    return this.#twilio.received.map(({ to, body }) => `${to} ${body}`)
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const text = this.#unsentTexts.shift()
      if (text === undefined) return
      const sending = this.#deliver(text).finally(() => this.#deliveries.delete(sending))
      this.#deliveries.add(sending)
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
        this.acceptedTexts += 1
        return
      }
      await pause(RETRY_AFTER_MS)
    }
  }
}
