import type { ServerResponse } from 'node:http'
import { LIVE_HEARTBEAT_MS, type LiveEvent } from '../../../contract/live.ts'

/** A phone that does not read falls this far behind before it is cut off; it reconnects and refetches. */
const MAX_UNREAD_BYTES = 1_000_000

/** So much news of groups in question is kept; beyond it a refetch tells the same. */
const MAX_HELD = 100

/** A phone that does not take the end of its stream is hung up on after this. */
const GOODBYE_MS = 5_000

/** How often streams are asked whether they have been silent for too long. */
export const HEARTBEAT_CHECK_MS = 1_000

const NO_GROUPS: ReadonlySet<number> = new Set()

/** One phone's connection, as server-sent events (HTML standard, 9.2), and what it may hear. */
export class Stream {
  readonly sessionId: string
  readonly golferId: number
  readonly #response: ServerResponse
  #wroteAt = performance.now()
  /** As of the last grant. */
  #groupIds = NO_GROUPS
  /** News of groups in question, by group: told with the next grant, or never. */
  #held: Map<number, string[]> | undefined
  #owesRefetch = true

  constructor(holder: { sessionId: string; golferId: number }, response: ServerResponse) {
    this.sessionId = holder.sessionId
    this.golferId = holder.golferId
    this.#response = response
  }

  /** Whether the next grant brings a refetch, which tells all the news until then. */
  get owesRefetch(): boolean {
    return this.#owesRefetch
  }

  /** News may have been missed: nothing more is told until the next grant, which says to refetch. */
  oweRefetch(): void {
    this.#owesRefetch = true
    for (const texts of this.#held?.values() ?? []) texts.length = 0
  }

  /** The right to a group is in question: its news waits for the next grant. */
  hold(groupId: number): void {
    this.#held ??= new Map()
    if (!this.#held.has(groupId)) this.#held.set(groupId, [])
  }

  hears(groupId: number): boolean {
    return !this.#owesRefetch && (this.#groupIds.has(groupId) || this.#held?.has(groupId) === true)
  }

  /** The groups it was granted, and those in question. */
  groupIds(): number[] {
    return [...this.#groupIds, ...(this.#held?.keys() ?? [])]
  }

  /** Writes something that means nothing if it would otherwise be silent for too long. */
  beat(): void {
    const silentMs = performance.now() - this.#wroteAt
    if (silentMs >= LIVE_HEARTBEAT_MS - 2 * HEARTBEAT_CHECK_MS) this.#write(': \n\n')
  }

  /** Tells an event of a group that {@link textOf} has put in words once for many streams. */
  tell(groupId: number, text: string): void {
    if (!this.hears(groupId)) return
    const held = this.#held?.get(groupId)
    if (held === undefined) this.#write(text)
    else if (held.push(text) > MAX_HELD) this.oweRefetch()
  }

  /**
   * Whether these rights lack a group that the phone may show: one that was granted, or one whose right
   * came and went before it was read. A phone that owes a refetch shows nothing yet.
   */
  loses(groupIds: ReadonlySet<number>): boolean {
    return !this.#owesRefetch && this.groupIds().some((groupId) => !groupIds.has(groupId))
  }

  /** From here on it hears these groups and no others; what waited is told. */
  grant(groupIds: ReadonlySet<number>): void {
    this.#groupIds = groupIds
    if (this.#owesRefetch) {
      this.#owesRefetch = false
      this.#write(Stream.textOf({ type: 'refetch' }))
    } else {
      for (const [groupId, texts] of this.#held ?? []) {
        if (groupIds.has(groupId)) for (const text of texts) this.#write(text)
      }
    }
    this.#held = undefined
  }

  static textOf(event: LiveEvent): string {
    return `data: ${JSON.stringify(event)}\n\n`
  }

  close(): void {
    if (this.#response.writableEnded) return
    this.#response.end()
    const hangUp = setTimeout(() => this.#response.destroy(), GOODBYE_MS)
    hangUp.unref()
    this.#response.once('close', () => clearTimeout(hangUp))
  }

  #write(text: string): void {
    if (this.#response.writableLength > MAX_UNREAD_BYTES) {
      this.#response.destroy()
      return
    }
    this.#wroteAt = performance.now()
    if (!this.#response.writableEnded) this.#response.write(text)
  }
}
