import type { ServerResponse } from 'node:http'
import { LIVE_HEARTBEAT_MS, type LiveEvent } from '../../../contract/live.ts'

/** A phone that does not read falls this far behind before it is cut off; it reconnects and refetches. */
const MAX_UNREAD_BYTES = 1_000_000

/** So much news of groups in question is kept; beyond it a refetch tells the same. */
const MAX_HELD = 100

/** A phone that does not take the end of its stream is hung up on after this. */
const GOODBYE_MS = 5_000

/** One phone's connection, as server-sent events (HTML standard, 9.2), and what it may hear. */
export class Stream {
  readonly sessionId: string
  readonly golferId: number
  readonly #response: ServerResponse
  readonly #heartbeat: NodeJS.Timeout
  /** As of the last grant. */
  #groupIds: ReadonlySet<number> = new Set()
  /** News of groups in question, by group: told with the next grant, or never. */
  readonly #held = new Map<number, string[]>()
  #owesRefetch = true

  constructor(holder: { sessionId: string; golferId: number }, response: ServerResponse) {
    this.sessionId = holder.sessionId
    this.golferId = holder.golferId
    this.#response = response
    this.#heartbeat = setInterval(() => this.#write(': \n\n'), LIVE_HEARTBEAT_MS)
    this.#heartbeat.unref()
  }

  /** Whether the next grant brings a refetch, which tells all the news until then. */
  get owesRefetch(): boolean {
    return this.#owesRefetch
  }

  /** News may have been missed: nothing more is told until the next grant, which says to refetch. */
  oweRefetch(): void {
    this.#owesRefetch = true
    this.#held.clear()
  }

  /** The right to a group is in question: its news waits for the next grant. */
  hold(groupId: number): void {
    if (!this.#held.has(groupId)) this.#held.set(groupId, [])
  }

  hears(groupId: number): boolean {
    return !this.#owesRefetch && (this.#groupIds.has(groupId) || this.#held.has(groupId))
  }

  /** Tells an event of a group that {@link textOf} has put in words once for many streams. */
  tell(groupId: number, text: string): void {
    if (!this.hears(groupId)) return
    const held = this.#held.get(groupId)
    if (held === undefined) this.#write(text)
    else if (held.push(text) > MAX_HELD) this.oweRefetch()
  }

  /** Whether these rights lack a group that this stream was granted. */
  loses(groupIds: ReadonlySet<number>): boolean {
    return [...this.#groupIds].some((groupId) => !groupIds.has(groupId))
  }

  /** From here on it hears these groups and no others; what waited is told. */
  grant(groupIds: ReadonlySet<number>): void {
    this.#groupIds = groupIds
    if (this.#owesRefetch) {
      this.#owesRefetch = false
      this.#write(Stream.textOf({ type: 'refetch' }))
    } else {
      for (const [groupId, texts] of this.#held) {
        if (groupIds.has(groupId)) for (const text of texts) this.#write(text)
      }
    }
    this.#held.clear()
  }

  static textOf(event: LiveEvent): string {
    return `data: ${JSON.stringify(event)}\n\n`
  }

  close(): void {
    clearInterval(this.#heartbeat)
    if (this.#response.writableEnded) return
    this.#response.end()
    const hangUp = setTimeout(() => this.#response.destroy(), GOODBYE_MS)
    hangUp.unref()
    this.#response.once('close', () => clearTimeout(hangUp))
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
