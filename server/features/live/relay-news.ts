import * as z from 'zod'
import type { LiveEvent } from '../../../contract/live.ts'
import type { Context } from '../../context.ts'
import { idleSince } from '../sessions/gate.ts'
import { readCard } from '../tee-times/list-tee-times.ts'
import { findOpenSessions } from './store.ts'
import { Stream } from './stream.ts'

/** What the migrations' triggers tell. */
const notification = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tee-time'), groupId: z.int(), teeTimeId: z.int() }),
  z.object({ type: z.literal('member'), groupId: z.int(), golferId: z.int() }),
  z.object({ type: z.literal('group'), groupId: z.int() }),
  z.object({ type: z.literal('session-ended'), sessionId: z.string() }),
])

/** Sessions end by the clock too: every stream's right is looked at again this often. */
const RECHECK_MS = 60_000

/** Brings what the database notifies to the streams that this node holds. */
export class NewsRelay {
  readonly #ctx: Context
  readonly #streams = new Set<Stream>()
  /** Cards being read, and whether they changed again meanwhile. */
  readonly #reading = new Map<number, { again: boolean }>()
  readonly #recheck: NodeJS.Timeout
  #reviews: Promise<void> = Promise.resolve()

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#recheck = setInterval(() => this.#review([...this.#streams]), RECHECK_MS)
    this.#recheck.unref()
  }

  /** Takes a stream in; it hears its groups' news from the moment this resolves. */
  async join(stream: Stream): Promise<void> {
    // In the set before its groups are read: a membership that ends meanwhile is then reviewed.
    this.#streams.add(stream)
    await this.#review([stream])
  }

  leave(stream: Stream): void {
    this.#streams.delete(stream)
  }

  /** Handles one notification's payload. */
  async hear(payload: string): Promise<void> {
    const parsed = notification.safeParse(readJson(payload))
    if (!parsed.success) {
      this.#ctx.log.warn({ payload }, 'A live notification could not be read')
      return
    }
    const news = parsed.data
    switch (news.type) {
      case 'tee-time':
        return this.#tellCard(news.groupId, news.teeTimeId)
      case 'session-ended':
        return this.#close((stream) => stream.sessionId === news.sessionId)
      case 'member':
        await this.#review([...this.#streams].filter((s) => s.golferId === news.golferId))
        return this.#tell(news.groupId, { type: 'group-changed', groupId: news.groupId })
      case 'group':
        await this.#review(this.#hearing(news.groupId))
        return this.#tell(news.groupId, { type: 'group-changed', groupId: news.groupId })
    }
  }

  /** News may have been missed: every phone refetches, and every right is looked at again. */
  async recover(): Promise<void> {
    const streams = [...this.#streams]
    await this.#review(streams)
    for (const stream of this.#streams) stream.send({ type: 'refetch' })
  }

  closeAll(): void {
    clearInterval(this.#recheck)
    this.#close(() => true)
  }

  async #tellCard(groupId: number, teeTimeId: number): Promise<void> {
    if (this.#hearing(groupId).length === 0) return
    const underway = this.#reading.get(teeTimeId)
    if (underway !== undefined) {
      // One more read when this one is done tells all the changes that came meanwhile.
      underway.again = true
      return
    }
    const reading = { again: true }
    this.#reading.set(teeTimeId, reading)
    try {
      while (reading.again) {
        reading.again = false
        const teeTime = await readCard(this.#ctx, teeTimeId)
        this.#tell(
          groupId,
          teeTime === undefined
            ? { type: 'tee-time-gone', groupId, teeTimeId }
            : { type: 'tee-time', groupId, teeTime },
        )
      }
    } finally {
      this.#reading.delete(teeTimeId)
    }
  }

  #hearing(groupId: number): Stream[] {
    return [...this.#streams].filter((stream) => stream.groupIds.has(groupId))
  }

  #tell(groupId: number, event: LiveEvent): void {
    const text = Stream.textOf(event)
    for (const stream of this.#hearing(groupId)) stream.sendText(text)
  }

  /** One review after the other: an older reading of the rights must never overwrite a newer one. */
  #review(streams: Stream[]): Promise<void> {
    if (streams.length === 0) return Promise.resolve()
    const review = this.#reviews.then(() => this.#applyRights(streams))
    this.#reviews = review.catch(() => {})
    return review
  }

  /** Closes streams whose session is over or which lost a group; the others get their groups anew. */
  async #applyRights(streams: Stream[]): Promise<void> {
    const now = this.#ctx.clock.now()
    const ids = [...new Set(streams.map((stream) => stream.sessionId))]
    const open = await findOpenSessions(this.#ctx.db, ids, now, idleSince(now))
    const rights = new Map(open.map((session) => [session.sessionId, new Set(session.groupIds)]))
    const refused = new Set<Stream>()
    for (const stream of streams) {
      const groupIds = rights.get(stream.sessionId)
      const lost = [...stream.groupIds].some((groupId) => !groupIds?.has(groupId))
      if (groupIds === undefined || lost) refused.add(stream)
      else stream.groupIds = groupIds
    }
    this.#close((stream) => refused.has(stream))
  }

  #close(which: (stream: Stream) => boolean): void {
    for (const stream of this.#streams) {
      if (!which(stream)) continue
      this.#streams.delete(stream)
      stream.close()
    }
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
