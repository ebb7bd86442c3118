import * as z from 'zod'
import type { LiveEvent } from '../../../contract/live.ts'
import type { Context } from '../../context.ts'
import { idleSince } from '../sessions/gate.ts'
import { readCard } from '../tee-times/list-tee-times.ts'
import { OpenStreams } from './open-streams.ts'
import { findOpenSessions } from './store.ts'
import { Stream } from './stream.ts'

/** What the database's triggers tell. */
const notification = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tee-time'), groupId: z.int(), teeTimeId: z.int() }),
  z.object({ type: z.literal('member'), groupId: z.int(), golferId: z.int() }),
  z.object({ type: z.literal('group'), groupId: z.int() }),
  z.object({ type: z.literal('session-ended'), sessionId: z.string() }),
])

/** Sessions end by the clock too: every stream's right is looked at again this often. */
const RECHECK_MS = 60_000

/** So many streams' rights are read by one query. */
const MAX_REVIEWED = 1_000

/**
 * Brings what the database notifies to the streams that this node holds. What puts a right in
 * question takes effect at once, while the right itself is still being read: notifications come in
 * the order of the commits, so no later one can slip past it.
 */
export class NewsRelay {
  readonly #ctx: Context
  readonly #streams = new OpenStreams()
  /** Cards being read, and whether they changed again meanwhile. */
  readonly #reading = new Map<number, { again: boolean }>()
  /** Streams whose rights the next query reads. */
  readonly #due = new Set<Stream>()
  #reviewing = false
  #stopped = false
  readonly #recheck: NodeJS.Timeout

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#recheck = setInterval(() => this.#review(this.#streams.all()), RECHECK_MS)
    this.#recheck.unref()
  }

  /** Takes a stream in: once its rights are read it is told to refetch, and hears the news. */
  join(stream: Stream): void {
    // Phones reconnect faster than a server stops; their streams would hold it open.
    if (this.#stopped) {
      stream.close()
      return
    }
    this.#cut(this.#streams.add(stream))
    this.#review([stream])
  }

  leave(stream: Stream): void {
    this.#streams.delete(stream)
    this.#due.delete(stream)
  }

  /** Handles one notification's payload. */
  hear(payload: string): void {
    const parsed = notification.safeParse(readJson(payload))
    if (!parsed.success) {
      this.#ctx.log.warn({ payload }, 'A live notification could not be read')
      return
    }
    const news = parsed.data
    switch (news.type) {
      case 'tee-time':
        void this.#tellCard(news.groupId, news.teeTimeId)
        return
      case 'session-ended':
        this.#cut(this.#streams.ofSession(news.sessionId))
        return
      case 'member':
        this.#question(news.groupId, (stream) => stream.golferId === news.golferId)
        return
      case 'group':
        // One that owes a refetch has rights being read, which may be those from before this.
        this.#question(news.groupId, (s) => s.owesRefetch || s.hears(news.groupId))
    }
  }

  /** News may have been missed: every right is looked at again, and every phone refetches. */
  recover(): void {
    const streams = this.#streams.all()
    for (const stream of streams) stream.oweRefetch()
    this.#review(streams)
  }

  /** Ends all streams, and from here on any that joins. */
  closeAll(): void {
    this.#stopped = true
    clearInterval(this.#recheck)
    this.#cut(this.#streams.all())
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
    await this.#orCut(
      () => this.#hearing(groupId),
      async () => {
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
      },
    )
    this.#reading.delete(teeTimeId)
  }

  /** Something about a group changed, perhaps the right of these streams to hear of it. */
  #question(groupId: number, whose: (stream: Stream) => boolean): void {
    const streams = this.#streams.which(whose)
    for (const stream of streams) stream.hold(groupId)
    this.#review(streams)
    this.#tell(groupId, { type: 'group-changed', groupId })
  }

  #hearing(groupId: number): Stream[] {
    return this.#streams.which((stream) => stream.hears(groupId))
  }

  #tell(groupId: number, event: LiveEvent): void {
    const text = Stream.textOf(event)
    for (const stream of this.#hearing(groupId)) stream.tell(groupId, text)
  }

  /**
   * Has the rights of these streams read. One query after the other, so that an older reading never
   * overwrites a newer one; each for all the streams that came due during the one before.
   */
  #review(streams: Stream[]): void {
    for (const stream of streams) this.#due.add(stream)
    if (!this.#reviewing) void this.#reviewDue()
  }

  async #reviewDue(): Promise<void> {
    this.#reviewing = true
    while (this.#due.size > 0) {
      const batch = [...this.#due].slice(0, MAX_REVIEWED)
      for (const stream of batch) this.#due.delete(stream)
      await this.#orCut(
        () => batch,
        () => this.#applyRights(batch),
      )
    }
    this.#reviewing = false
  }

  /** Closes streams whose session is over or which lost a group; the others get their groups anew. */
  async #applyRights(streams: Stream[]): Promise<void> {
    const now = this.#ctx.clock.now()
    const ids = [...new Set(streams.map((stream) => stream.sessionId))]
    const open = await findOpenSessions(this.#ctx.db, ids, now, idleSince(now))
    const rights = new Map(open.map((session) => [session.sessionId, new Set(session.groupIds)]))
    for (const stream of streams) {
      const groupIds = rights.get(stream.sessionId)
      if (groupIds === undefined || stream.loses(groupIds)) this.#cut([stream])
      // One that is due again was put in question after these rights were read.
      else if (this.#streams.has(stream) && !this.#due.has(stream)) stream.grant(groupIds)
    }
  }

  /**
   * The one rule for failures: whoever may have missed something because of one is cut off. An open
   * stream that says nothing looks like no news; a closed one makes the phone reconnect and refetch.
   */
  async #orCut(affected: () => Stream[], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const streams = affected()
      this.#ctx.log.error({ err: error, streams: streams.length }, 'Live news failed')
      this.#cut(streams)
    }
  }

  #cut(streams: Stream[]): void {
    for (const stream of streams) {
      this.leave(stream)
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
