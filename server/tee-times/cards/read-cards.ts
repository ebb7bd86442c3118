import { LruMap } from 'toad-cache'
import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { TeeTimeMember } from '../access.ts'
import type { SpotStatus } from '../schema.ts'
import { type CardRow, type CardVersion, lockTeeTime, readCardRows } from './store.ts'

/** The most cards that a node caches, at about 3 KB each. */
const MAX_CACHED = 5_000

const HOUR_MS = 3_600_000

/** The cached cards. There is one cache per pool, so one per node. */
const caches = new WeakMap<Database, LruMap<TeeTime>>()

function cacheOf(db: Database): LruMap<TeeTime> {
  const known = caches.get(db) ?? new LruMap<TeeTime>(MAX_CACHED)
  caches.set(db, known)
  return known
}

/**
 * Caches a card. It must come from outside a transaction, so that it is what was committed. Every change
 * that a card shows raises its version, so a cached card is never stale for its version.
 */
export function cacheCard(db: Database, card: TeeTime): void {
  const cache = cacheOf(db)
  const known = cache.get(card.id)
  if (known === undefined || known.version < card.version) cache.set(card.id, card)
}

/** Returns the newest card this node has composed for a tee time. It may have changed since. */
export function cachedCard(db: Database, teeTimeId: number): TeeTime | undefined {
  return cacheOf(db).get(teeTimeId)
}

/** Returns the card after a claim of an open spot and no other change. */
export function withPlayer(card: TeeTime, { golferId, name, version }: CardRow): TeeTime {
  return {
    ...card,
    participants: [...card.participants, { id: numberOf(golferId), name: name ?? '' }],
    availableSpots: card.availableSpots - 1,
    version,
  }
}

/**
 * Returns cards in the requested order, each at least at the requested version. Reads all that are not
 * cached in one query, and omits tee times that were canceled or archived since.
 */
export async function cardsOf(db: Database, asked: readonly CardVersion[]): Promise<TeeTime[]> {
  const cache = cacheOf(db)
  const isKnown = ({ id, version }: CardVersion) => (cache.get(id)?.version ?? 0) >= version
  const missing = asked.filter((one) => !isKnown(one)).map(({ id }) => id)
  const read = new Map<number, TeeTime>()
  for (const card of await readCards(db, missing)) {
    read.set(card.id, card)
    cacheCard(db, card)
  }
  return asked.flatMap(
    ({ id }) => read.get(id) ?? (missing.includes(id) ? [] : (cache.get(id) ?? [])),
  )
}

/** Reads a card as all members of its group see it; undefined for a canceled or archived tee time. */
export async function readCard(db: Queries, teeTimeId: number): Promise<TeeTime | undefined> {
  return composeCard(await readCardRows(db, [teeTimeId]))
}

/** Like {@link readCard}. @throws AppError NOT_FOUND for a canceled or archived tee time */
export async function requireCard(db: Queries, teeTimeId: number): Promise<TeeTime> {
  const card = await readCard(db, teeTimeId)
  if (card === undefined) throw notFound('tee time')
  return card
}

/** Reads cards in the order of the ids. Omits canceled and archived tee times. */
export async function readCards(db: Queries, teeTimeIds: readonly number[]): Promise<TeeTime[]> {
  if (teeTimeIds.length === 0) return []
  const rows = Map.groupBy(await readCardRows(db, teeTimeIds), ({ teeTimeId }) => teeTimeId)
  return teeTimeIds.flatMap((id) => composeCard(rows.get(id) ?? []) ?? [])
}

/** Composes the card of one tee time from its rows, in any order. Returns undefined without a spot. */
export function composeCard(rows: readonly CardRow[]): TeeTime | undefined {
  const inOrder = rows.toSorted((a, b) => a.place - b.place)
  const spots = inOrder.filter(({ kind }) => kind !== 'waiting')
  const [teeTime] = spots
  if (teeTime === undefined) return undefined
  const of = (kind: SpotStatus) =>
    spots.filter((spot) => spot.kind === kind).sort((a, b) => (a.claimId ?? 0) - (b.claimId ?? 0))
  const players = of('player').map(golferOf)
  const offers = of('offer')
  const { creatorId, creatorName, startsAt, cancelHours } = teeTime
  return {
    id: teeTime.teeTimeId,
    groupId: teeTime.groupId,
    number: teeTime.number,
    creatorId,
    creator: { id: creatorId, name: creatorName },
    creatorHasLeft: teeTime.creatorHasLeft,
    course: teeTime.course,
    date: teeTime.date,
    time: teeTime.time,
    startsAt: inSeconds(startsAt),
    cost: teeTime.cost,
    notes: teeTime.notes,
    maxPlayers: spots.length,
    participants: players,
    guests: of('guest').map((guest) => ({
      id: numberOf(guest.claimId),
      name: guest.name ?? '',
      hostId: numberOf(guest.hostId),
      hostName: players.find(({ id }) => id === guest.hostId)?.name ?? '',
    })),
    reservations: of('reservation').map(({ claimId, name, golferId, until }) => ({
      id: numberOf(claimId),
      name: name ?? '',
      golferId,
      until: until?.toISOString() ?? '',
    })),
    cutOff:
      cancelHours === null
        ? null
        : {
            hoursBefore: cancelHours,
            at: inSeconds(new Date(startsAt.getTime() - cancelHours * HOUR_MS)),
            calledAt: teeTime.calledAt?.toISOString() ?? null,
            owedSpots: spots.flatMap(({ place, owedBy, owedByName }) =>
              owedBy === null ? [] : [{ id: place, golferId: owedBy, name: owedByName ?? '' }],
            ),
          },
    availableSpots: of('open').length,
    waiting: inOrder
      .filter(({ kind }) => kind === 'waiting')
      .map((waiting) => {
        const offer = offers.find(({ golferId }) => golferId === waiting.golferId)
        return { ...golferOf(waiting), offeredUntil: offer?.until?.toISOString() ?? null }
      }),
    version: teeTime.version,
  }
}

function golferOf({ golferId, name }: CardRow): { id: number; name: string } {
  return { id: numberOf(golferId), name: name ?? '' }
}

/** Asserts a value that database constraints guarantee. */
function numberOf(value: number | null): number {
  if (value === null) throw new TypeError('A spot lacks a number that its status requires')
  return value
}

/** Formats an instant without milliseconds, as clients expect. Tee-offs are on the minute. */
function inSeconds(instant: Date): string {
  return instant.toISOString().replace('.000Z', 'Z')
}

/** Locks a tee time with its spots and returns its card. @throws AppError NOT_FOUND if it no longer has one */
export async function lockCard(tx: Queries, scope: TeeTimeMember): Promise<TeeTime> {
  if (!(await lockTeeTime(tx, scope))) throw notFound('tee time')
  return requireCard(tx, scope.teeTimeId)
}

/** Returns the card as it is now, or `card` itself when the tee time no longer exists. */
export async function currentCard(ctx: Pick<Context, 'db'>, card: TeeTime): Promise<TeeTime> {
  return (await readCard(ctx.db, card.id)) ?? card
}
