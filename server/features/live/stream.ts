import type { ServerResponse } from 'node:http'
import { LIVE_HEARTBEAT_MS, type LiveEvent } from '../../../contract/live.ts'

/** A phone that does not read falls this far behind before it is cut off; it reconnects and refetches. */
const MAX_UNREAD_BYTES = 1_000_000

/** One phone's connection, as server-sent events (HTML standard, 9.2). */
export class Stream {
  readonly sessionId: string
  readonly golferId: number
  groupIds: ReadonlySet<number> = new Set()
  readonly #response: ServerResponse
  readonly #heartbeat: NodeJS.Timeout

  constructor(holder: { sessionId: string; golferId: number }, response: ServerResponse) {
    this.sessionId = holder.sessionId
    this.golferId = holder.golferId
    this.#response = response
    this.#heartbeat = setInterval(() => this.#write(': \n\n'), LIVE_HEARTBEAT_MS)
    this.#heartbeat.unref()
  }

  send(event: LiveEvent): void {
    this.sendText(Stream.textOf(event))
  }

  /** Sends an event that {@link textOf} has put in words once for many streams. */
  sendText(text: string): void {
    this.#write(text)
  }

  static textOf(event: LiveEvent): string {
    return `data: ${JSON.stringify(event)}\n\n`
  }

  close(): void {
    clearInterval(this.#heartbeat)
    this.#response.end()
  }

  #write(text: string): void {
    if (this.#response.writableLength > MAX_UNREAD_BYTES) {
      clearInterval(this.#heartbeat)
      this.#response.destroy()
      return
    }
    if (!this.#response.writableEnded) this.#response.write(text)
  }
}
