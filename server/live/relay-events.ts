import { Histogram } from 'prom-client'
import { LruMap } from 'toad-cache'
import type { LiveEvent } from '../../contract/live.ts'
import type { Context } from '../context.ts'
import { processMetrics } from '../platform/metrics.ts'
import { readCachedCards } from '../tee-times/index.ts'
import { findGroupsOfSessions, type LiveEventRow } from './store.ts'
import { HEARTBEAT_CHECK_MS, LiveStream, OpenStreams } from './streams.ts'

/** How often every stream's access is rechecked, because sessions also expire. */
const RECHECK_MS = 60_000

/** The most streams whose access one query reads. */
const MAX_REVIEWED = 1_000

/** The most cards read at once, to leave database connections for requests. */
const MAX_CARD_READS = 8

/** The most cards whose versions are remembered. */
const MAX_VERSIONS = 10_000

/** A card that is being read, or is about to be. */
interface ChangedCard {
  readonly groupId: number
  /** The newest version that events have named. */
  named: number
  /** Whether an event came without a version, so that the card must be read in any case. */
  isForced: boolean
  /** When the oldest change that was not sent yet was made, on this process's `performance` clock. */
  changedAt: number
}

const lag = new Histogram({
  name: 'fourball_live_lag_seconds',
  help: 'Time from the change of a card until it was written to the live streams of this process',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [processMetrics],
})

/**
 * Sends live events to this node's streams. When an event may end a stream's access to a group, the relay
 * holds that group's events until access has been rechecked. Events are read in the order of their commits,
 * so a golfer who lost access never gets a later change.
 */
export class EventRelay {
  readonly #ctx: Context
  /** Resolves once all events committed before the call have been handled. */
  readonly #catchUp: () => Promise<void>
  readonly #streams = new OpenStreams()
  /** By tee time: cards being read, or about to be. */
  readonly #changed = new Map<number, ChangedCard>()
  /** The cards in `#changed` that no reader has taken yet. */
  readonly #unread = new Map<number, ChangedCard>()
  #cardReaders = 0
  /** By tee time: the version that was sent last. */
  readonly #announced = new LruMap<number>(MAX_VERSIONS)
  /** Streams whose access the next query reads. */
  readonly #due = new Set<LiveStream>()
  #reviewing = false
  #stopped = false
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(ctx: Context, catchUp: () => Promise<void>) {
    this.#ctx = ctx
    this.#catchUp = catchUp
    this.#timers = [
      setInterval(() => this.#review(this.#all()), RECHECK_MS),
      setInterval(() => {
        for (const stream of this.#all()) stream.beat()
      }, HEARTBEAT_CHECK_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  /** Adds a stream. Once its access is read, it gets a refetch and then live events. */
  join(stream: LiveStream): void {
    // Phones may reconnect before the server has stopped, and their streams would delay the stop.
    if (this.#stopped) {
      stream.close()
      return
    }
    this.#cut(this.#streams.add(stream))
    this.#review([stream])
  }

  leave(stream: LiveStream): void {
    this.#streams.delete(stream)
    this.#due.delete(stream)
  }

  /** Whether any stream is open. */
  get hasStreams(): boolean {
    return this.#streams.size > 0
  }

  /** Handles events that were read together. */
  handle(events: readonly LiveEventRow[]): void {
    // Access first: the other events may have been committed after access was lost.
    const questioned = new Set<string>()
    for (const event of events) {
      if (event.type === 'tee_time') continue
      if (event.type === 'session_ended') {
        this.#cut(this.#streams.which(({ sessionId }) => sessionId === event.sessionId))
        continue
      }
      const { groupId } = event
      const golferId = event.type === 'member' ? event.golferId : undefined
      const question = `${groupId} ${golferId}`
      if (questioned.has(question)) continue
      questioned.add(question)
      const affected = this.#streams.which((stream) =>
        golferId === undefined
          ? // The access of streams that owe a refetch may have just been read as it was before this event.
            stream.owesRefetch || stream.receives(groupId)
          : stream.golferId === golferId,
      )
      for (const stream of affected) this.#streams.hold(stream, groupId)
      this.#review(affected)
      this.#broadcast(groupId, { type: 'group-changed', groupId })
    }
    for (const event of events) if (event.type === 'tee_time') this.#noteChange(event)
    while (this.#unread.size > 0 && this.#cardReaders < MAX_CARD_READS) void this.#readCards()
  }

  /** Rechecks all access and makes every phone refetch, because events may have been missed. */
  recover(): void {
    for (const stream of this.#all()) stream.requireRefetch()
    this.#review(this.#all())
  }

  /** Closes all streams, and any that join from now on. */
  closeAll(): void {
    this.#stopped = true
    for (const timer of this.#timers) clearInterval(timer)
    this.#cut(this.#all())
  }

  #all(): LiveStream[] {
    return this.#streams.which(() => true)
  }

  #noteChange({ groupId, teeTimeId, version, ageMs }: LiveEventRow & { type: 'tee_time' }): void {
    if (version !== null && version <= (this.#announced.get(teeTimeId) ?? 0)) return
    const known = this.#changed.get(teeTimeId)
    const changedAt = performance.now() - ageMs
    if (known !== undefined) {
      known.changedAt = Math.min(known.changedAt, changedAt)
      known.named = Math.max(known.named, version ?? 0)
      known.isForced ||= version === null
      return
    }
    if (this.#streams.receiving(groupId).length === 0) return
    const card = { groupId, named: version ?? 0, isForced: version === null, changedAt }
    this.#changed.set(teeTimeId, card)
    this.#unread.set(teeTimeId, card)
  }

  async #readCards(): Promise<void> {
    this.#cardReaders += 1
    // Other readers take from the same map, and new cards keep arriving.
    for (const [teeTimeId, card] of this.#unread) {
      this.#unread.delete(teeTimeId)
      await this.#orCloseStreams(
        () => this.#streams.receiving(card.groupId),
        () => this.#sendCard(teeTimeId, card),
      )
    }
    this.#cardReaders -= 1
  }

  async #sendCard(teeTimeId: number, card: ChangedCard): Promise<void> {
    const { groupId } = card
    try {
      for (;;) {
        const { named, isForced } = card
        card.isForced = false
        const { changedAt } = card
        card.changedAt = Number.POSITIVE_INFINITY
        const wanted = { id: teeTimeId, version: isForced ? Infinity : named }
        const [teeTime] = await readCachedCards(this.#ctx.db, [wanted])
        const version = teeTime?.version ?? 0
        // If the card is newer than its events, a member may have been removed before that newer change.
        if (teeTime === undefined || version > card.named) await this.#catchUp()
        this.#announced.set(teeTimeId, version)
        this.#broadcast(
          groupId,
          teeTime === undefined
            ? { type: 'tee-time-gone', groupId, teeTimeId }
            : { type: 'tee-time', groupId, teeTime },
        )
        if (Number.isFinite(changedAt)) lag.observe((performance.now() - changedAt) / 1000)
        // Unless it has changed again in the meantime.
        if (!card.isForced && card.named <= Math.max(named, version)) return
      }
    } finally {
      // Do not await anything between the check and this line, or an event that arrives then is lost.
      this.#changed.delete(teeTimeId)
    }
  }

  #broadcast(groupId: number, event: LiveEvent): void {
    const text = LiveStream.textOf(event)
    for (const stream of this.#streams.receiving(groupId)) stream.send(groupId, text)
  }

  /**
   * Queues these streams to have their access read. Queries run one at a time, so that an older result never
   * overwrites a newer one.
   */
  #review(streams: LiveStream[]): void {
    for (const stream of streams) this.#due.add(stream)
    if (!this.#reviewing) void this.#reviewDue()
  }

  async #reviewDue(): Promise<void> {
    this.#reviewing = true
    while (this.#due.size > 0) {
      const batch = [...this.#due].slice(0, MAX_REVIEWED)
      for (const stream of batch) this.#due.delete(stream)
      await this.#orCloseStreams(
        () => batch,
        () => this.#applyRights(batch),
      )
    }
    this.#reviewing = false
  }

  /** Closes streams whose session has ended or that lost a group. Updates the groups of the others. */
  async #applyRights(streams: LiveStream[]): Promise<void> {
    const ids = [...new Set(streams.map((stream) => stream.sessionId))]
    const open = await findGroupsOfSessions(this.#ctx.db, ids, this.#ctx.clock.now())
    const rights = new Map(open.map((session) => [session.sessionId, new Set(session.groupIds)]))
    for (const stream of streams) {
      const groupIds = rights.get(stream.sessionId)
      if (groupIds === undefined || stream.loses(groupIds)) this.#cut([stream])
      // A stream that is due again needs a newer reading than this one.
      else if (this.#streams.has(stream) && !this.#due.has(stream))
        this.#streams.grant(stream, groupIds)
    }
  }

  /** Runs `work`. If it fails, closes the streams that may have missed something, so that phones refetch. */
  async #orCloseStreams(affected: () => LiveStream[], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const streams = affected()
      this.#ctx.log.error({ err: error, streams: streams.length }, 'Could not send live updates')
      this.#cut(streams)
    }
  }

  #cut(streams: LiveStream[]): void {
    for (const stream of streams) {
      this.leave(stream)
      stream.close()
    }
  }
}
