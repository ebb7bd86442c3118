import type { ServerResponse } from 'node:http'
import { Gauge } from 'prom-client'
import { LIVE_HEARTBEAT_MS, type LiveEvent } from '../../contract/live.ts'

/** If more data than this waits for a slow phone, the stream closes. Then the phone reconnects. */
const MAX_UNREAD_BYTES = 1_000_000

/** How many events of a group to hold back. With more events, the phone refetches instead. */
const MAX_HELD_EVENTS = 100

/** How long to wait for a phone to close its end of a closed stream. Then the phone is disconnected. */
const CLOSE_TIMEOUT_MS = 5_000

export const HEARTBEAT_CHECK_INTERVAL_MS = 1_000

/** One phone's connection for server-sent events (HTML standard, 9.2). */
export class LiveStream {
  readonly sessionId: string
  readonly golferId: number
  readonly #response: ServerResponse
  #wroteAt = performance.now()
  #groupIds: ReadonlySet<number> = new Set()
  /** Serialized events by group id. They wait while access to the group is rechecked. */
  readonly #heldEvents = new Map<number, string[]>()
  /** Whether the next `grant` tells the phone to refetch. Until then, the phone needs no events. */
  owesRefetch = true

  constructor(holder: { sessionId: string; golferId: number }, response: ServerResponse) {
    this.sessionId = holder.sessionId
    this.golferId = holder.golferId
    this.#response = response
  }

  requireRefetch(): void {
    this.owesRefetch = true
    for (const events of this.#heldEvents.values()) events.length = 0
  }

  /** Until the next `grant`, holds back the events of a group whose access is being rechecked. */
  holdBack(groupId: number): void {
    if (!this.#heldEvents.has(groupId)) this.#heldEvents.set(groupId, [])
  }

  receives(groupId: number): boolean {
    return !this.owesRefetch && (this.#groupIds.has(groupId) || this.#heldEvents.has(groupId))
  }

  groupIds(): number[] {
    return [...this.#groupIds, ...this.#heldEvents.keys()]
  }

  /** Writes an empty comment if nothing has been written for too long. */
  sendHeartbeat(): void {
    const silentMs = performance.now() - this.#wroteAt
    if (silentMs >= LIVE_HEARTBEAT_MS - 2 * HEARTBEAT_CHECK_INTERVAL_MS) this.#write(': \n\n')
  }

  /** Sends or holds back an event of a group. The caller serializes the event once for all streams. */
  send(groupId: number, serialized: string): void {
    if (!this.receives(groupId)) return
    const heldEvents = this.#heldEvents.get(groupId)
    if (heldEvents === undefined) this.#write(serialized)
    else if (heldEvents.push(serialized) > MAX_HELD_EVENTS) this.requireRefetch()
  }

  /** Returns whether the stream has a group that is not one of these. False if it owes a refetch. */
  loses(groupIds: ReadonlySet<number>): boolean {
    return !this.owesRefetch && this.groupIds().some((groupId) => !groupIds.has(groupId))
  }

  /** Gives access to exactly these groups. Sends their held-back events, and drops those of other groups. */
  grant(groupIds: ReadonlySet<number>): void {
    this.#groupIds = groupIds
    if (this.owesRefetch) {
      this.owesRefetch = false
      this.#write(LiveStream.serialize({ type: 'refetch' }))
    } else {
      for (const [groupId, events] of this.#heldEvents) {
        if (groupIds.has(groupId)) for (const serialized of events) this.#write(serialized)
      }
    }
    this.#heldEvents.clear()
  }

  static serialize(event: LiveEvent): string {
    return `data: ${JSON.stringify(event)}\n\n`
  }

  close(): void {
    if (this.#response.writableEnded) return
    this.#response.end()
    const timer = setTimeout(() => this.#response.destroy(), CLOSE_TIMEOUT_MS).unref()
    this.#response.once('close', () => clearTimeout(timer))
  }

  #write(data: string): void {
    if (this.#response.writableLength > MAX_UNREAD_BYTES) {
      this.#response.destroy()
      return
    }
    this.#wroteAt = performance.now()
    if (!this.#response.writableEnded) this.#response.write(data)
  }
}

/** A phone needs only one stream. If many tabs or a bug open more than this limit, the oldest are closed. */
const MAX_STREAMS_PER_SESSION = 10

const MAX_STREAMS_PER_GOLFER = 20

const openStreamsGauge = new Gauge({
  name: 'fourball_live_streams',
  help: 'Open live streams of this process',
})

/** A node's open streams, oldest first. */
export class OpenStreams {
  readonly #all = new Set<LiveStream>()
  /** By group id: the streams that have access to the group, and those whose access is being rechecked. */
  readonly #byGroup = new Map<number, Set<LiveStream>>()

  get all(): ReadonlySet<LiveStream> {
    return this.#all
  }

  filter(matches: (stream: LiveStream) => boolean): LiveStream[] {
    return [...this.#all].filter(matches)
  }

  receiving(groupId: number): LiveStream[] {
    return [...(this.#byGroup.get(groupId) ?? [])].filter((stream) => stream.receives(groupId))
  }

  /** Returns the oldest streams above the limits for the session and the golfer, for the caller to close. */
  add(stream: LiveStream): LiveStream[] {
    this.#all.add(stream)
    openStreamsGauge.inc()
    const ofGolfer = this.filter(({ golferId }) => golferId === stream.golferId)
    const ofSession = ofGolfer.filter(({ sessionId }) => sessionId === stream.sessionId)
    const excess = new Set(ofSession.slice(0, -MAX_STREAMS_PER_SESSION))
    const others = ofGolfer.filter((other) => !excess.has(other))
    return [...excess, ...others.slice(0, -MAX_STREAMS_PER_GOLFER)]
  }

  delete(stream: LiveStream): void {
    if (this.#all.delete(stream)) openStreamsGauge.dec()
    this.#removeFromGroups(stream)
  }

  holdBack(stream: LiveStream, groupId: number): void {
    stream.holdBack(groupId)
    this.#addToGroup(stream, groupId)
  }

  grant(stream: LiveStream, groupIds: ReadonlySet<number>): void {
    this.#removeFromGroups(stream)
    stream.grant(groupIds)
    for (const groupId of groupIds) this.#addToGroup(stream, groupId)
  }

  #addToGroup(stream: LiveStream, groupId: number): void {
    const streams = this.#byGroup.get(groupId) ?? new Set()
    this.#byGroup.set(groupId, streams.add(stream))
  }

  #removeFromGroups(stream: LiveStream): void {
    for (const groupId of stream.groupIds()) {
      const streams = this.#byGroup.get(groupId)
      streams?.delete(stream)
      if (streams?.size === 0) this.#byGroup.delete(groupId)
    }
  }
}
