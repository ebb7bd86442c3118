import type { Stream } from './stream.ts'

/** A phone has one. A browser with many tabs, or a runaway client, loses its oldest. */
const MAX_STREAMS_PER_SESSION = 10

/** Across all sessions, of which a golfer has up to ten. */
const MAX_STREAMS_PER_GOLFER = 20

/** The streams that a node holds, for each golfer the oldest first. */
export class OpenStreams {
  readonly #byGolfer = new Map<number, Set<Stream>>()

  /** Adds a stream. Returns the oldest ones of its session and its golfer beyond their limits. */
  add(stream: Stream): Stream[] {
    const ofGolfer = this.#byGolfer.get(stream.golferId) ?? new Set()
    this.#byGolfer.set(stream.golferId, ofGolfer.add(stream))
    const ofSession = [...ofGolfer].filter(({ sessionId }) => sessionId === stream.sessionId)
    const excess = new Set(ofSession.slice(0, -MAX_STREAMS_PER_SESSION))
    const others = [...ofGolfer].filter((other) => !excess.has(other))
    return [...excess, ...others.slice(0, -MAX_STREAMS_PER_GOLFER)]
  }

  delete(stream: Stream): void {
    const ofGolfer = this.#byGolfer.get(stream.golferId)
    ofGolfer?.delete(stream)
    if (ofGolfer?.size === 0) this.#byGolfer.delete(stream.golferId)
  }

  has(stream: Stream): boolean {
    return this.#byGolfer.get(stream.golferId)?.has(stream) ?? false
  }

  ofSession(sessionId: string): Stream[] {
    return this.which((stream) => stream.sessionId === sessionId)
  }

  all(): Stream[] {
    return this.which(() => true)
  }

  which(fits: (stream: Stream) => boolean): Stream[] {
    const found: Stream[] = []
    for (const ofGolfer of this.#byGolfer.values()) {
      for (const stream of ofGolfer) if (fits(stream)) found.push(stream)
    }
    return found
  }
}
