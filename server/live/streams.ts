import type { ServerResponse } from 'node:http'
import { Gauge } from 'prom-client'
import { LIVE_HEARTBEAT_MS, type LiveEvent } from '../../contract/live.ts'
import { processRegistry } from '../platform/metrics.ts'

/** How much data may wait for a slow phone. Beyond this, the stream closes, and the phone reconnects. */
const MAX_UNREAD_BYTES = 1_000_000

/** How many of a group's events to hold back while access is rechecked. Beyond this, the phone refetches. */
const MAX_HELD = 100

/** How long a phone has to close its end of a stream before the connection is destroyed. */
const CLOSE_TIMEOUT_MS = 5_000

export const HEARTBEAT_CHECK_MS = 1_000

/** One phone's connection for server-sent events (HTML standard, 9.2), and the groups it has access to. */
export class LiveStream {
  readonly sessionId: string
  readonly golferId: number
  readonly #response: ServerResponse
  #wroteAt = performance.now()
  #groupIds: ReadonlySet<number> = new Set()
  /** Events by group id, held back while access to the group is rechecked. `grant` sends or drops them. */
  readonly #held = new Map<number, string[]>()
  /** Whether the next `grant` makes the phone refetch. Until then, the phone needs no events. */
  owesRefetch = true

  constructor(holder: { sessionId: string; golferId: number }, response: ServerResponse) {
    this.sessionId = holder.sessionId
    this.golferId = holder.golferId
    this.#response = response
  }

  requireRefetch(): void {
    this.owesRefetch = true
    for (const texts of this.#held.values()) texts.length = 0
  }

  /** Holds back a group's events until the next `grant`, while access to the group is rechecked. */
  hold(groupId: number): void {
    if (!this.#held.has(groupId)) this.#held.set(groupId, [])
  }

  receives(groupId: number): boolean {
    return !this.owesRefetch && (this.#groupIds.has(groupId) || this.#held.has(groupId))
  }

  groupIds(): number[] {
    return [...this.#groupIds, ...this.#held.keys()]
  }

  /** Writes an empty comment if the stream would otherwise be silent for too long. */
  sendHeartbeat(): void {
    const silentMs = performance.now() - this.#wroteAt
    if (silentMs >= LIVE_HEARTBEAT_MS - 2 * HEARTBEAT_CHECK_MS) this.#write(': \n\n')
  }

  /** Sends or holds back a group's event. @param text from {@link textOf}, called once for all streams */
  send(groupId: number, text: string): void {
    if (!this.receives(groupId)) return
    const deferred = this.#held.get(groupId)
    if (deferred === undefined) this.#write(text)
    else if (deferred.push(text) > MAX_HELD) this.requireRefetch()
  }

  /** Returns whether `groupIds` lacks a group that the phone shows. False if a refetch is due anyway. */
  loses(groupIds: ReadonlySet<number>): boolean {
    return !this.owesRefetch && this.groupIds().some((groupId) => !groupIds.has(groupId))
  }

  /** Gives the stream access to exactly these groups, and sends the events held back for them. */
  grant(groupIds: ReadonlySet<number>): void {
    this.#groupIds = groupIds
    if (this.owesRefetch) {
      this.owesRefetch = false
      this.#write(LiveStream.textOf({ type: 'refetch' }))
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
    if (this.#response.writableEnded) return
    this.#response.end()
    const hangUp = setTimeout(() => this.#response.destroy(), CLOSE_TIMEOUT_MS).unref()
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

/** A phone needs only one stream. If many tabs or a faulty client open more than this, the oldest close. */
const MAX_STREAMS_PER_SESSION = 10

/** The maximum for all of a golfer's sessions together. A golfer has up to ten sessions. */
const MAX_STREAMS_PER_GOLFER = 20

const openStreams = new Gauge({
  name: 'fourball_live_streams',
  help: 'Open live streams of this process',
  registers: [processRegistry],
})

/** A node's open streams, oldest first. */
export class OpenStreams {
  readonly #all = new Set<LiveStream>()
  /** By group id: the streams with access to the group, and those whose access is being rechecked. */
  readonly #byGroup = new Map<number, Set<LiveStream>>()

  get size(): number {
    return this.#all.size
  }

  has(stream: LiveStream): boolean {
    return this.#all.has(stream)
  }

  which(fits: (stream: LiveStream) => boolean): LiveStream[] {
    return [...this.#all].filter(fits)
  }

  receiving(groupId: number): LiveStream[] {
    return [...(this.#byGroup.get(groupId) ?? [])].filter((stream) => stream.receives(groupId))
  }

  /** Adds a stream. Returns the oldest streams that exceed the limits for its session and its golfer. */
  add(stream: LiveStream): LiveStream[] {
    this.#all.add(stream)
    openStreams.inc()
    const ofGolfer = this.which(({ golferId }) => golferId === stream.golferId)
    const ofSession = ofGolfer.filter(({ sessionId }) => sessionId === stream.sessionId)
    const excess = new Set(ofSession.slice(0, -MAX_STREAMS_PER_SESSION))
    const others = ofGolfer.filter((other) => !excess.has(other))
    return [...excess, ...others.slice(0, -MAX_STREAMS_PER_GOLFER)]
  }

  delete(stream: LiveStream): void {
    if (this.#all.delete(stream)) openStreams.dec()
    this.#leaveGroups(stream)
  }

  hold(stream: LiveStream, groupId: number): void {
    stream.hold(groupId)
    this.#enter(stream, groupId)
  }

  grant(stream: LiveStream, groupIds: ReadonlySet<number>): void {
    this.#leaveGroups(stream)
    stream.grant(groupIds)
    for (const groupId of groupIds) this.#enter(stream, groupId)
  }

  #enter(stream: LiveStream, groupId: number): void {
    const streams = this.#byGroup.get(groupId) ?? new Set()
    this.#byGroup.set(groupId, streams.add(stream))
  }

  #leaveGroups(stream: LiveStream): void {
    for (const groupId of stream.groupIds()) {
      const streams = this.#byGroup.get(groupId)
      streams?.delete(stream)
      if (streams?.size === 0) this.#byGroup.delete(groupId)
    }
  }
}
