import type { Stream } from './stream.ts'

/** A phone has one. A browser with many tabs, or a runaway client, loses its oldest ones. */
const MAX_STREAMS_PER_SESSION = 10

/** Across all of a golfer's sessions, of which there are up to ten. */
const MAX_STREAMS_PER_GOLFER = 20

/** A node's open streams, oldest first for each golfer. */
export class OpenStreams {
  readonly #byGolfer = new Index<number>()
  readonly #bySession = new Index<string>()
  /** By group: the streams with access to it, and those whose access is being rechecked. */
  readonly #byGroup = new Index<number>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds a stream. Returns the oldest streams over the limits of its session and golfer. */
  add(stream: Stream): Stream[] {
    this.#byGolfer.add(stream.golferId, stream)
    this.#bySession.add(stream.sessionId, stream)
    this.#size += 1
    const excess = new Set(this.ofSession(stream.sessionId).slice(0, -MAX_STREAMS_PER_SESSION))
    const others = this.ofGolfer(stream.golferId).filter((other) => !excess.has(other))
    return [...excess, ...others.slice(0, -MAX_STREAMS_PER_GOLFER)]
  }

  delete(stream: Stream): void {
    if (!this.has(stream)) return
    this.#byGolfer.delete(stream.golferId, stream)
    this.#bySession.delete(stream.sessionId, stream)
    for (const groupId of stream.groupIds()) this.#byGroup.delete(groupId, stream)
    this.#size -= 1
  }

  /** Holds back a group's events for a stream until its access is rechecked. */
  hold(stream: Stream, groupId: number): void {
    stream.hold(groupId)
    this.#byGroup.add(groupId, stream)
  }

  /** Gives a stream access to exactly these groups. */
  grant(stream: Stream, groupIds: ReadonlySet<number>): void {
    for (const groupId of stream.groupIds()) this.#byGroup.delete(groupId, stream)
    stream.grant(groupIds)
    for (const groupId of groupIds) this.#byGroup.add(groupId, stream)
  }

  has(stream: Stream): boolean {
    return this.#byGolfer.get(stream.golferId).has(stream)
  }

  ofSession(sessionId: string): Stream[] {
    return [...this.#bySession.get(sessionId)]
  }

  ofGolfer(golferId: number): Stream[] {
    return [...this.#byGolfer.get(golferId)]
  }

  /** Returns the streams that receive a group's events. */
  receiving(groupId: number): Stream[] {
    return [...this.#byGroup.get(groupId)].filter((stream) => stream.receives(groupId))
  }

  all(): Stream[] {
    return this.which(() => true)
  }

  which(fits: (stream: Stream) => boolean): Stream[] {
    const found: Stream[] = []
    for (const ofGolfer of this.#byGolfer.all()) {
      for (const stream of ofGolfer) if (fits(stream)) found.push(stream)
    }
    return found
  }
}

const NONE: ReadonlySet<Stream> = new Set()

class Index<Key> {
  readonly #sets = new Map<Key, Set<Stream>>()

  add(key: Key, stream: Stream): void {
    const set = this.#sets.get(key)
    if (set === undefined) this.#sets.set(key, new Set([stream]))
    else set.add(stream)
  }

  delete(key: Key, stream: Stream): void {
    const set = this.#sets.get(key)
    set?.delete(stream)
    if (set?.size === 0) this.#sets.delete(key)
  }

  get(key: Key): ReadonlySet<Stream> {
    return this.#sets.get(key) ?? NONE
  }

  all(): Iterable<ReadonlySet<Stream>> {
    return this.#sets.values()
  }
}
