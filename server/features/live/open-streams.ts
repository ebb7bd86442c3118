import type { Stream } from './stream.ts'

/** A phone has one; a browser with many tabs, or a client gone wild, loses its oldest. */
const MAX_STREAMS_PER_SESSION = 10

/** The streams that a node holds, of each session the oldest first. */
export class OpenStreams {
  readonly #bySession = new Map<string, Set<Stream>>()

  /** Takes a stream in; answers those of its session that are now too many. */
  add(stream: Stream): Stream[] {
    const ofSession = this.#bySession.get(stream.sessionId) ?? new Set()
    this.#bySession.set(stream.sessionId, ofSession.add(stream))
    return [...ofSession].slice(0, -MAX_STREAMS_PER_SESSION)
  }

  delete(stream: Stream): void {
    const ofSession = this.#bySession.get(stream.sessionId)
    ofSession?.delete(stream)
    if (ofSession?.size === 0) this.#bySession.delete(stream.sessionId)
  }

  has(stream: Stream): boolean {
    return this.#bySession.get(stream.sessionId)?.has(stream) ?? false
  }

  ofSession(sessionId: string): Stream[] {
    return [...(this.#bySession.get(sessionId) ?? [])]
  }

  all(): Stream[] {
    return this.which(() => true)
  }

  which(fits: (stream: Stream) => boolean): Stream[] {
    const found: Stream[] = []
    for (const ofSession of this.#bySession.values()) {
      for (const stream of ofSession) if (fits(stream)) found.push(stream)
    }
    return found
  }
}
