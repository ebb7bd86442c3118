import { setTimeout as pause } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { LIVE_PATH, liveEvent } from '../../../contract/live.ts'
import { addDays, localDateOf, systemClock } from '../../../server/platform/clock.ts'
import type { Database } from '../../../server/platform/database/database.ts'
import {
  factories,
  type TestGolfer,
  type TestGroup,
} from '../../../server/system-tests/testing/factories.ts'
import { type ApiResponse, phoneOf } from '../../../server/system-tests/testing/phone.ts'

const GOLFERS = 12
/** A phone's pause between two requests. With a shorter pause, the phones would overload a small machine. */
const PAUSE_MS = 20
/** In every tenth round of requests, a golfer also posts a tee time and cancels it. */
const POST_EVERY = 10
const EVENT_TIMEOUT_MS = 10_000

export interface Load {
  readonly requests: number
  /** A message about each failed request or live stream. */
  readonly failures: readonly string[]
  readonly reconnects: number
  /**
   * Waits until all phones have a live stream, then changes a card and waits until the change has reached all
   * phones. Each of the two waits takes at most 10 seconds. Returns how many phones the change reached.
   */
  countListening(): Promise<number>
  /** Stops all phones. Returns a message about each golfer whose responses contradict the database. */
  stop(): Promise<string[]>
}

export const PHONE_COUNT = GOLFERS

interface Player extends TestGolfer {
  readonly teeTimeId: number
  isPlaying: boolean
}

/**
 * Creates a group and starts its golfers' phones. Each phone keeps a live stream open while it loads lists,
 * claims, leaves, posts and cancels.
 * @param url the proxy's URL
 */
export async function startLoad(db: Database, url: string): Promise<Load> {
  const make = factories({ db, clock: systemClock })
  const group = await make.group()
  const players: Player[] = []
  for (let n = 0; n < GOLFERS; n += 1) {
    const golfer = await make.member(group)
    const date = addDays(localDateOf(systemClock.now(), 'UTC'), 3 + n)
    const { id } = await make.teeTime(group, { date, maxPlayers: 4 })
    players.push({ ...golfer, teeTimeId: id, isPlaying: false })
  }
  // The tee time with which `countListening` tests the streams.
  const watchedTeeTime = await make.teeTime(group, { maxPlayers: 8 })
  return runPhones(db, url, group, players, watchedTeeTime.id)
}

async function runPhones(
  db: Database,
  url: string,
  group: TestGroup,
  players: readonly Player[],
  watchedId: number,
): Promise<Load> {
  const stopping = new AbortController()
  const { signal } = stopping
  const failures: string[] = []
  const seenVersions = new Map<Player, number>()
  const connectedPlayers = new Set<Player>()
  let requests = 0
  let reconnects = 0

  /** Counts a request and waits for its response. Returns undefined if the request failed. */
  async function countRequest(what: string, response: Promise<ApiResponse>, expected = 200) {
    requests += 1
    try {
      const answer = await response
      if (answer.status === expected) return answer
      failures.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      failures.push(`${what}: ${String(error)} ${String(cause ?? '')}`)
    }
    return undefined
  }

  async function play(player: Player): Promise<void> {
    const phone = phoneOf(url, player.session)
    for (let round = 1; !signal.aborted; round += 1) {
      await countRequest('list', phone.get(`/api/groups/slug/${group.slug}/tee-times`))
      await pause(PAUSE_MS)
      const verb = player.isPlaying ? 'unclaim' : 'claim'
      const answer = await countRequest(
        verb,
        phone.post(`/api/tee-times/${player.teeTimeId}/${verb}`, {}),
      )
      if (answer !== undefined) player.isPlaying = !player.isPlaying
      await pause(PAUSE_MS)
      if (round % POST_EVERY === 0) await postAndCancel(player, round)
    }
  }

  async function postAndCancel(player: Player, round: number): Promise<void> {
    const phone = phoneOf(url, player.session)
    const posted = await countRequest(
      'post',
      phone.post('/api/tee-times', {
        course: `Rehearsal Links ${player.id}-${round}`,
        date: addDays(localDateOf(systemClock.now(), 'UTC'), 30),
        time: '12:00',
        maxPlayers: 4,
        groupId: group.id,
      }),
      201,
    )
    if (posted === undefined) return
    const { id } = posted.body as { id: number }
    await countRequest('cancel', phone.delete(`/api/tee-times/${id}`))
  }

  /** Keeps a live stream open, like the web app. */
  async function listen(player: Player): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      if (attempt > 0) reconnects += 1
      try {
        const headers = { authorization: `Bearer ${player.session}` }
        const { status, body } = await fetch(url + LIVE_PATH, { headers, signal })
        if (status !== 200 || body === null) {
          failures.push(`live: ${status}`)
          await pause(1_000)
          continue
        }
        connectedPlayers.add(player)
        const events = body
          .pipeThrough(new TextDecoderStream())
          .pipeThrough(new EventSourceParserStream())
        for await (const { data } of events) {
          const event = liveEvent.parse(JSON.parse(data))
          if (event.type !== 'tee-time' || event.teeTime.id !== watchedId) continue
          seenVersions.set(player, event.teeTime.version)
        }
      } catch (error) {
        // A node that is shutting down ends its streams. The error that the phone gets depends on the proxy.
        if (!signal.aborted && !/terminated|other side closed/.test(String(error)))
          failures.push(`live: ${String(error)}`)
      } finally {
        connectedPlayers.delete(player)
      }
    }
  }

  /** Waits until `isDone` is true for all phones, but at most 10 seconds. Returns for how many it is true. */
  async function waitForAll(isDone: (player: Player) => boolean): Promise<number> {
    const deadline = Date.now() + EVENT_TIMEOUT_MS
    for (;;) {
      const count = players.filter(isDone).length
      if (count === players.length || Date.now() > deadline) return count
      await pause(20)
    }
  }

  const running = Promise.all([...players.map(play), ...players.map(listen)])
  let isClaimed = false
  return {
    get requests() {
      return requests
    },
    failures,
    get reconnects() {
      return reconnects
    },
    async countListening() {
      // A phone that connects later would not get the event.
      await waitForAll((player) => connectedPlayers.has(player))
      const owner = phoneOf(url, group.owner.session)
      const verb = isClaimed ? 'unclaim' : 'claim'
      const answer = await countRequest(verb, owner.post(`/api/tee-times/${watchedId}/${verb}`, {}))
      isClaimed = !isClaimed
      const version = (answer?.body as { version: number } | undefined)?.version ?? Infinity
      return waitForAll((player) => (seenVersions.get(player) ?? 0) >= version)
    },
    async stop() {
      stopping.abort()
      await running
      return findDifferences(db, players)
    },
  }
}

async function findDifferences(db: Database, players: readonly Player[]): Promise<string[]> {
  const { rows } = await db.$client.query<{ tee_time_id: number; golfer_id: number }>(
    "select tee_time_id, golfer_id from spots where status = 'player'",
  )
  return players.flatMap(({ name, id, teeTimeId, isPlaying }) => {
    const isInDatabase = rows.some(
      (spot) => spot.tee_time_id === teeTimeId && spot.golfer_id === id,
    )
    return isInDatabase === isPlaying
      ? []
      : [
          `${name} plays according to the app: ${isPlaying}, according to the database: ${isInDatabase}`,
        ]
  })
}
