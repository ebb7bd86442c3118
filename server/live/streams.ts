import type { ServerResponse } from 'node:http'
import { Gauge } from 'prom-client'
import { LIVE_HEARTBEAT_MS, type LiveEvent } from '../../contract/live.ts'
import { processMetrics } from '../platform/metrics.ts'

/** How far a phone that does not read may fall behind before it is cut off. It reconnects and refetches. */
const MAX_UNREAD_BYTES = 1_000_000

/** The most events held for a group while access to it is rechecked. A refetch replaces any more. */
const MAX_HELD = 100

/** How long a phone has to close its end of a stream before the connection is destroyed. */
const CLOSE_TIMEOUT_MS = 5_000

/** How often streams are checked for having been silent too long. */
export const HEARTBEAT_CHECK_MS = 1_000

/** One phone's connection for server-sent events (HTML standard, 9.2), and what it may receive. */
export class LiveStream {
  readonly sessionId: string
  readonly golferId: number
  readonly #response: ServerResponse
  #wroteAt = performance.now()
  /** The groups whose events the stream may receive, as of the last grant. */
  #groupIds: ReadonlySet<number> = new Set()
  /** Events of groups being rechecked, by group: sent with the next grant, or never. */
  readonly #held = new Map<number, string[]>()
  #owesRefetch = true

  constructor(holder: { sessionId: string; golferId: number }, response: ServerResponse) {
    this.sessionId = holder.sessionId
    this.golferId = holder.golferId
    this.#response = response
  }

  /** Whether the next grant sends a refetch, which covers all events until then. */
  get owesRefetch(): boolean {
    return this.#owesRefetch
  }

  /** Sends nothing until the next grant, which sends a refetch because events may have been missed. */
  requireRefetch(): void {
    this.#owesRefetch = true
    for (const texts of this.#held.values()) texts.length = 0
  }

  /** Holds a group's events until the next grant, while access to it is rechecked. */
  hold(groupId: number): void {
    if (!this.#held.has(groupId)) this.#held.set(groupId, [])
  }

  receives(groupId: number): boolean {
    return !this.#owesRefetch && (this.#groupIds.has(groupId) || this.#held.has(groupId))
  }

  /** Returns the groups granted and those being rechecked. */
  groupIds(): number[] {
    return [...this.#groupIds, ...this.#held.keys()]
  }

  /** Writes an empty comment if the stream would otherwise be silent for too long. */
  beat(): void {
    const silentMs = performance.now() - this.#wroteAt
    if (silentMs >= LIVE_HEARTBEAT_MS - 2 * HEARTBEAT_CHECK_MS) this.#write(': \n\n')
  }

  /** Sends or holds an event of a group, as text that {@link textOf} made once for many streams. */
  send(groupId: number, text: string): void {
    if (!this.receives(groupId)) return
    const deferred = this.#held.get(groupId)
    if (deferred === undefined) this.#write(text)
    else if (deferred.push(text) > MAX_HELD) this.requireRefetch()
  }

  /** Returns whether `groupIds` lacks a group that the phone may show. It shows none before a refetch. */
  loses(groupIds: ReadonlySet<number>): boolean {
    return !this.#owesRefetch && this.groupIds().some((groupId) => !groupIds.has(groupId))
  }

  /** Gives the stream access to exactly these groups, and sends the events held for them. */
  grant(groupIds: ReadonlySet<number>): void {
    this.#groupIds = groupIds
    if (this.#owesRefetch) {
      this.#owesRefetch = false
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
    const hangUp = setTimeout(() => this.#response.destroy(), CLOSE_TIMEOUT_MS)
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

/** A phone needs only one. Beyond this, the oldest streams close, as with many tabs or a faulty client. */
const MAX_STREAMS_PER_SESSION = 10

/** The most streams of all of a golfer's sessions together. A golfer has up to ten sessions. */
const MAX_STREAMS_PER_GOLFER = 20

const openStreams = new Gauge({
  name: 'fourball_live_streams',
  help: 'Open live streams of this process',
  registers: [processMetrics],
})

/** A node's open streams, oldest first. */
export class OpenStreams {
  readonly #all = new Set<LiveStream>()
  /** By group: the streams with access to it, and those whose access is being rechecked. */
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

  /** Returns the streams that receive a group's events. */
  receiving(groupId: number): LiveStream[] {
    return [...(this.#byGroup.get(groupId) ?? [])].filter((stream) => stream.receives(groupId))
  }

  /** Adds a stream. Returns the oldest streams over the limits of its session and golfer. */
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

  /** Holds back a group's events for a stream until its access is rechecked. */
  hold(stream: LiveStream, groupId: number): void {
    stream.hold(groupId)
    this.#enter(stream, groupId)
  }

  /** Gives a stream access to exactly these groups. */
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
