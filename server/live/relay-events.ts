import { bulkhead } from 'cockatiel'
import { Histogram } from 'prom-client'
import { LruMap } from 'toad-cache'
import type { LiveEvent } from '../../contract/live.ts'
import type { Context } from '../context.ts'
import { readCachedCards } from '../tee-times/index.ts'
import { findGroupsOfSessions, type LiveEventRow } from './store.ts'
import { HEARTBEAT_CHECK_INTERVAL_MS, LiveStream, OpenStreams } from './streams.ts'

/** How often to recheck the access of all streams, because a session that expires adds no event. */
const RECHECK_INTERVAL_MS = 60_000

const MAX_STREAMS_PER_QUERY = 1_000

/** How many database connections to use at a time. The others are for requests. */
const MAX_CARD_READS = 8

const MAX_REMEMBERED_VERSIONS = 10_000

interface ChangedCard {
  readonly groupId: number
  newestVersion: number
  /** Whether an event had no version. Then the card must be read from the database, not from the cache. */
  mustBypassCache: boolean
  /** When the oldest unsent change was made, by the clock of `performance.now()`. */
  changedAt: number
}

const lag = new Histogram({
  name: 'fourball_live_lag_seconds',
  help: 'Time from the change of a card until it was written to the live streams of this process',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
})

/**
 * Sends live events to the streams of this node. If an event may end a stream's access to a group, the relay
 * holds back the group's events for this stream until the access has been rechecked. The relay never gets an
 * event before one that was committed earlier. So a golfer who lost access gets no later change.
 */
export class EventRelay {
  readonly #ctx: Context
  readonly #catchUp: () => Promise<void>
  readonly #streams = new OpenStreams()
  /** By tee time id. */
  readonly #changedCards = new Map<number, ChangedCard>()
  readonly #cardReads = bulkhead(MAX_CARD_READS, Number.POSITIVE_INFINITY)
  readonly #lastSentVersions = new LruMap<number>(MAX_REMEMBERED_VERSIONS)
  readonly #awaitingRecheck = new Set<LiveStream>()
  #isRechecking = false
  #isStopped = false
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(ctx: Context, catchUp: () => Promise<void>) {
    this.#ctx = ctx
    this.#catchUp = catchUp
    this.#timers = [
      setInterval(() => this.#queueRecheck(this.#streams.all), RECHECK_INTERVAL_MS).unref(),
      setInterval(() => {
        for (const stream of this.#streams.all) stream.sendHeartbeat()
      }, HEARTBEAT_CHECK_INTERVAL_MS).unref(),
    ]
  }

  /** As soon as the stream's access is known, the phone gets a `refetch` event, and then live events. */
  join(stream: LiveStream): void {
    // Phones may reconnect while the server shuts down. An open stream would delay the shutdown.
    if (this.#isStopped) {
      stream.close()
      return
    }
    this.#closeStreams(this.#streams.add(stream))
    this.#queueRecheck([stream])
  }

  leave(stream: LiveStream): void {
    this.#streams.delete(stream)
    this.#awaitingRecheck.delete(stream)
  }

  get hasStreams(): boolean {
    return this.#streams.all.size > 0
  }

  handle(events: readonly LiveEventRow[]): void {
    // Recheck access before sending cards, because a tee time may have changed after a golfer lost access.
    const recheckedKeys = new Set<string>()
    for (const event of events) {
      if (event.type === 'tee_time') continue
      if (event.type === 'session_ended') {
        this.#closeStreams(this.#streams.filter(({ sessionId }) => sessionId === event.sessionId))
        continue
      }
      const { groupId } = event
      const golferId = event.type === 'member' ? event.golferId : undefined
      const key = `${groupId} ${golferId}`
      if (recheckedKeys.has(key)) continue
      recheckedKeys.add(key)
      const affected = this.#streams.filter((stream) =>
        golferId === undefined
          ? // Include streams that owe a refetch: their access may have been read before this event.
            stream.owesRefetch || stream.receives(groupId)
          : stream.golferId === golferId,
      )
      for (const stream of affected) this.#streams.holdBack(stream, groupId)
      this.#queueRecheck(affected)
      this.#broadcast(groupId, { type: 'group-changed', groupId })
    }
    for (const event of events) if (event.type === 'tee_time') this.#noteChange(event)
  }

  /** Call this when events may have been missed. Rechecks all access, and makes all phones refetch. */
  recover(): void {
    for (const stream of this.#streams.all) stream.requireRefetch()
    this.#queueRecheck(this.#streams.all)
  }

  /** Closes all streams. From then on, every new stream is closed when it joins. */
  closeAll(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    this.#closeStreams(this.#streams.all)
  }

  #noteChange({ groupId, teeTimeId, version, ageMs }: LiveEventRow & { type: 'tee_time' }): void {
    if (version !== null && version <= (this.#lastSentVersions.get(teeTimeId) ?? 0)) return
    const pendingCard = this.#changedCards.get(teeTimeId)
    const changedAt = performance.now() - ageMs
    if (pendingCard !== undefined) {
      pendingCard.changedAt = Math.min(pendingCard.changedAt, changedAt)
      pendingCard.newestVersion = Math.max(pendingCard.newestVersion, version ?? 0)
      pendingCard.mustBypassCache ||= version === null
      return
    }
    if (this.#streams.receiving(groupId).length === 0) return
    const card = {
      groupId,
      newestVersion: version ?? 0,
      mustBypassCache: version === null,
      changedAt,
    }
    this.#changedCards.set(teeTimeId, card)
    this.#cardReads
      .execute(() => this.#sendCard(teeTimeId, card))
      .catch((error: unknown) => this.#closeAfterError(error, this.#streams.receiving(groupId)))
  }

  async #sendCard(teeTimeId: number, card: ChangedCard): Promise<void> {
    const { groupId } = card
    try {
      for (;;) {
        const { newestVersion, mustBypassCache, changedAt } = card
        card.mustBypassCache = false
        card.changedAt = Number.POSITIVE_INFINITY
        const cardVersion = { id: teeTimeId, version: mustBypassCache ? Infinity : newestVersion }
        const [teeTime] = await readCachedCards(this.#ctx.db, [cardVersion])
        const version = teeTime?.version ?? 0
        // A newer card may contain a change from after a member's removal. So handle the removal first.
        if (teeTime === undefined || version > card.newestVersion) await this.#catchUp()
        this.#lastSentVersions.set(teeTimeId, version)
        this.#broadcast(
          groupId,
          teeTime === undefined
            ? { type: 'tee-time-gone', groupId, teeTimeId }
            : { type: 'tee-time', groupId, teeTime },
        )
        if (Number.isFinite(changedAt)) lag.observe((performance.now() - changedAt) / 1000)
        // Stop, unless a newer version was reported in the meantime.
        if (!card.mustBypassCache && card.newestVersion <= Math.max(newestVersion, version)) return
      }
    } finally {
      // Nothing may be awaited between the check above and this line, or a new event would be lost.
      this.#changedCards.delete(teeTimeId)
    }
  }

  #broadcast(groupId: number, event: LiveEvent): void {
    const serialized = LiveStream.serialize(event)
    for (const stream of this.#streams.receiving(groupId)) stream.send(groupId, serialized)
  }

  /** Queues access checks. They run one at a time, so that an older result never replaces a newer one. */
  #queueRecheck(streams: Iterable<LiveStream>): void {
    for (const stream of streams) this.#awaitingRecheck.add(stream)
    if (!this.#isRechecking) void this.#recheckQueued()
  }

  async #recheckQueued(): Promise<void> {
    this.#isRechecking = true
    while (this.#awaitingRecheck.size > 0) {
      const batch = [...this.#awaitingRecheck].slice(0, MAX_STREAMS_PER_QUERY)
      for (const stream of batch) this.#awaitingRecheck.delete(stream)
      await this.#recheckAccess(batch).catch((error: unknown) =>
        this.#closeAfterError(error, batch),
      )
    }
    this.#isRechecking = false
  }

  /** Closes streams that lost their session or access to a group. Updates the groups of the others. */
  async #recheckAccess(streams: LiveStream[]): Promise<void> {
    const ids = [...new Set(streams.map((stream) => stream.sessionId))]
    const validSessions = await findGroupsOfSessions(this.#ctx.db, ids, this.#ctx.clock.now())
    const groupIdsBySession = new Map(
      validSessions.map((session) => [session.sessionId, new Set(session.groupIds)]),
    )
    for (const stream of streams) {
      const groupIds = groupIdsBySession.get(stream.sessionId)
      if (groupIds === undefined || stream.loses(groupIds)) this.#closeStreams([stream])
      // If the stream was queued again during the query, this result may be too old for it.
      else if (this.#streams.all.has(stream) && !this.#awaitingRecheck.has(stream))
        this.#streams.grant(stream, groupIds)
    }
  }

  /** Makes the phones of these streams reconnect and refetch. */
  #closeAfterError(error: unknown, streams: LiveStream[]): void {
    this.#ctx.log.error({ err: error, streams: streams.length }, 'Could not send live updates')
    this.#closeStreams(streams)
  }

  #closeStreams(streams: Iterable<LiveStream>): void {
    for (const stream of streams) {
      this.leave(stream)
      stream.close()
    }
  }
}
