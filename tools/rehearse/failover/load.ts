import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import * as z from 'zod'
import {
  type ApiResponse,
  type Phone,
  phoneOf,
} from '../../../server/system-tests/testing/phone.ts'
import { LongestGap } from './longest-gap.ts'
import type { Scene } from './scene.ts'

/** The average pause before each tap of a golfer. */
const BETWEEN_TAPS_MS = 400

/** How long a phone waits for a response. Fourball responds sooner, even without a database. */
const RESPONSE_TIMEOUT_MS = 20_000

/**
 * The maximum number of tee times that a golfer plays in. With this limit, most spots are taken but not all.
 */
const MAX_ROUNDS_PER_GOLFER = 5

const refusalSchema = z.object({ code: z.string() })

/** The effect of a tap, as far as the response shows it. */
type Effect = 'done' | 'refused' | 'unchanged' | 'unknown'

/** A golfer who claims and leaves spots, and records which changes were acknowledged. */
class Player {
  readonly golferId: number
  /**
   * Whether the golfer plays in a tee time, by the tee time's id. A tee time is missing before the golfer's
   * first change, and after a lost response.
   */
  readonly playsIn = new Map<number, boolean>()
  readonly #phone: Phone
  readonly longestGap = new LongestGap()
  acknowledgedTaps = 0
  unexpectedResponse: string | undefined

  constructor(url: string, golfer: Scene['players'][number]) {
    this.golferId = golfer.id
    this.#phone = phoneOf(url, golfer.session)
  }

  async tap(teeTimeIds: readonly number[]): Promise<void> {
    const possibleRounds = teeTimeIds.filter((id) => this.playsIn.get(id) !== false)
    const isLeaving =
      possibleRounds.length >= MAX_ROUNDS_PER_GOLFER ||
      (possibleRounds.length > 0 && Math.random() < 0.4)
    const candidates = isLeaving
      ? possibleRounds
      : teeTimeIds.filter((id) => this.playsIn.get(id) !== true)
    const id = candidates[Math.floor(Math.random() * candidates.length)]
    if (id === undefined) return
    const wasPlaying = this.playsIn.get(id)
    this.playsIn.delete(id)
    const effect = await this.#send(`/api/tee-times/${id}/${isLeaving ? 'unclaim' : 'claim'}`)
    if (effect === 'unknown') return
    if (effect === 'unchanged') {
      if (wasPlaying !== undefined) this.playsIn.set(id, wasPlaying)
      return
    }
    this.playsIn.set(id, effect === 'done' && !isLeaving)
    this.acknowledgedTaps += 1
    this.longestGap.tick()
  }

  async #send(path: string): Promise<Effect> {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
    const answer = await this.#phone.send(path, { method: 'POST', signal }).catch(() => undefined)
    const effect = answer === undefined ? 'unknown' : effectOf(answer)
    if (effect !== undefined) return effect
    this.unexpectedResponse = `${path} returned ${answer?.status} ${answer?.text}`
    return 'unknown'
  }
}

/** Returns the effect that a response shows; undefined for an unexpected response. */
function effectOf({ status, body }: ApiResponse): Effect | undefined {
  const { data } = refusalSchema.safeParse(body)
  if (status === 200) return 'done'
  if (status === 409 && data?.code === 'FULL') return 'refused'
  if (status === 503 && data?.code === 'UNAVAILABLE') return 'unchanged'
  // A 502, 503 or 504 without a code comes from HAProxy: the app's response was lost, or no app is running.
  return status >= 502 && status <= 504 ? 'unknown' : undefined
}

export class Load {
  readonly #players: readonly Player[]
  readonly #teeTimeIds: readonly number[]
  #running: Promise<unknown> = Promise.resolve()
  #isStopped = true

  constructor(url: string, { players, teeTimeIds }: Scene) {
    this.#players = players.map((golfer) => new Player(url, golfer))
    this.#teeTimeIds = teeTimeIds
  }

  start(): void {
    this.#isStopped = false
    this.#running = Promise.all(this.#players.map((player) => this.#play(player)))
  }

  /** Stops the golfers, and waits until all taps have a response. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /** Stops the golfers without waiting for responses. */
  abandon(): void {
    this.#isStopped = true
  }

  reset(): void {
    for (const { longestGap } of this.#players) longestGap.reset()
  }

  /** Returns the longest time that any golfer waited for an acknowledged change since the last reset(). */
  longestPauseMs(): number {
    return Math.max(...this.#players.map(({ longestGap }) => longestGap.longestMs()))
  }

  /**
   * Returns whether every golfer has had a change acknowledged since `at`, a value of `performance.now()`.
   */
  allAcknowledgedSince(at: number): boolean {
    return this.#players.every(({ longestGap }) => longestGap.tickedAt > at)
  }

  get acknowledgedTaps(): number {
    return this.#players.reduce((sum, player) => sum + player.acknowledgedTaps, 0)
  }

  unexpectedAnswers(): string[] {
    return this.#players.flatMap(({ unexpectedResponse }) => unexpectedResponse ?? [])
  }

  /**
   * Counts the acknowledged changes that the database lacks, and the oversold spots. Call this only after
   * stop().
   */
  async countLosses(database: ClientBase): Promise<{ lostChanges: number; oversoldSpots: number }> {
    const { rows } = await database.query<{ teeTimeId: number; golferId: number }>(
      `select tee_time_id as "teeTimeId", golfer_id as "golferId" from spots
       where status = 'player' and tee_time_id = any($1)`,
      [this.#teeTimeIds],
    )
    const storedSpots = new Set(rows.map(({ teeTimeId, golferId }) => `${teeTimeId}/${golferId}`))
    let lostChanges = 0
    for (const { golferId, playsIn } of this.#players) {
      for (const [id, isIn] of playsIn)
        if (storedSpots.has(`${id}/${golferId}`) !== isIn) lostChanges += 1
    }
    return { lostChanges, oversoldSpots: this.#countOversold(storedSpots) }
  }

  /** Counts players beyond the number of spots, in the database or the responses, whichever shows more. */
  #countOversold(storedSpots: ReadonlySet<string>): number {
    let oversoldSpots = 0
    for (const id of this.#teeTimeIds) {
      const storedCount = [...storedSpots].filter((entry) => entry.startsWith(`${id}/`)).length
      const acknowledgedCount = this.#players.filter(
        ({ playsIn }) => playsIn.get(id) === true,
      ).length
      oversoldSpots += Math.max(0, storedCount - SPOTS, acknowledgedCount - SPOTS)
    }
    return oversoldSpots
  }

  async #play(player: Player): Promise<void> {
    while (!this.#isStopped) {
      await pause(Math.random() * 2 * BETWEEN_TAPS_MS)
      if (!this.#isStopped) await player.tap(this.#teeTimeIds)
    }
  }
}

/** How many spots each tee time has. */
export const SPOTS = 4
