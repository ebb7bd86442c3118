import { and, eq, getViewSelectedFields, inArray, Subquery, sql } from 'drizzle-orm'
import { boolean, date, integer, pgView, text, timestamp } from 'drizzle-orm/pg-core'
import { LruMap } from 'toad-cache'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { inBatches } from '../../platform/database/batch.ts'
import {
  type Database,
  isPool,
  oncePerDb,
  type Queries,
  retryConflicts,
} from '../../platform/database/database.ts'
import { prepareFast } from '../../platform/database/prepare-fast.ts'
import { notFound } from '../../platform/errors.ts'
import type { TeeTimeMember } from '../access.ts'
import { hasCard, type SpotStatus, teeTimes } from '../schema.ts'

export type CardVersion = Pick<TeeTime, 'id' | 'version'>

const instantColumn = (name: string) => timestamp(name, { withTimezone: true })

/** In 'waiting' and 'claimed' rows, most columns are null, even those declared `notNull()`. */
const cardRows = pgView('card_rows', {
  teeTimeId: integer('tee_time_id').notNull(),
  version: integer().notNull(),
  groupId: integer('group_id').notNull(),
  number: integer().notNull(),
  creatorId: integer('creator_id').notNull(),
  creatorName: text('creator_name').notNull(),
  creatorHasLeft: boolean('creator_has_left').notNull(),
  course: text().notNull(),
  date: date().notNull(),
  time: text().notNull(),
  startsAt: instantColumn('starts_at').notNull(),
  cost: integer().notNull(),
  notes: text(),
  cancelHours: integer('cancel_hours'),
  calledAt: instantColumn('called_at'),
  /** The spot's position, or the order on the waiting list. */
  place: integer().notNull(),
  /** 'claimed' is a player missing from this node's cached card: see the SQL function `claim_spots`. */
  kind: text().$type<SpotStatus | 'waiting' | 'claimed'>().notNull(),
  claimId: integer('claim_id'),
  golferId: integer('golfer_id'),
  name: text(),
  hostId: integer('host_id'),
  until: instantColumn('until'),
  owedBy: integer('owed_by'),
  owedByName: text('owed_by_name'),
}).existing()

type CardRow = typeof cardRows.$inferSelect

interface Claim extends Pick<TeeTimeMember, 'teeTimeId' | 'groupId' | 'golferId'> {
  /** How far apart the golfer's tee-offs must be; null to allow overlapping rounds. */
  readonly roundMinutes: number | null
  readonly now: Date
}

const claimSpots = oncePerDb((db: Queries) => {
  const arrayNames = ['teeTimeIds', 'groupIds', 'golferIds', 'roundMinutes', 'knownVersions']
  const arrays = arrayNames.map((name) => sql`${sql.placeholder(name)}::int[]`)
  const now = sql.placeholder('now')
  const columns = getViewSelectedFields(cardRows)
  const claimed = sql`select * from claim_spots(${sql.join(arrays, sql`, `)}, ${now})`
  const query = db.select(columns).from(new Subquery(claimed, columns, 'card_rows'))
  return prepareFast(db, 'claim_spots', columns, query)
})

/** Returns each claim's card. If the cache was up to date, the database returns only the new players. */
async function runClaims(db: Queries, claims: readonly Claim[], cache?: LruMap<TeeTime>) {
  const cachedCards = new Map(claims.map(({ teeTimeId }) => [teeTimeId, cache?.get(teeTimeId)]))
  const rows = await claimSpots(db)({
    teeTimeIds: claims.map(({ teeTimeId }) => teeTimeId),
    groupIds: claims.map(({ groupId }) => groupId),
    golferIds: claims.map(({ golferId }) => golferId),
    roundMinutes: claims.map(({ roundMinutes }) => roundMinutes),
    knownVersions: claims.map(({ teeTimeId }) => cachedCards.get(teeTimeId)?.version ?? null),
    now: claims.at(-1)?.now,
  })
  const cards = cardsOf(rows, cachedCards)
  return claims.map(({ teeTimeId }) => cards.get(teeTimeId))
}

/**
 * Gives an open spot to a golfer, normally in one round trip. Returns the card whether or not the golfer got
 * a spot; undefined for a canceled or archived tee time. If `db` is the pool, retries conflicts. If `db` is a
 * transaction, the code that began the transaction must retry.
 */
export async function claimOpenSpot(db: Queries, claim: Claim): Promise<TeeTime | undefined> {
  if (!isPool(db)) return (await runClaims(db, [claim]))[0]
  const { claimWithRetries, claimTogether } = claimFunctionsOf(db)
  // A batch with several tee times skips those that are locked, so claims for them get no card. Repeat such a
  // claim alone, so that it waits for the lock.
  const card = (await claimTogether(claim)) ?? (await claimWithRetries([claim]))[0]
  if (card !== undefined) cacheCard(db, card)
  return card
}

const claimFunctionsOf = oncePerDb((db: Database) => {
  const claimWithRetries = (claims: readonly Claim[]) =>
    retryConflicts(() => runClaims(db, claims, cacheOf(db)))
  return { claimWithRetries, claimTogether: inBatches(claimWithRetries) }
})

/** A card takes about 3 KB. */
const MAX_CACHED = 5_000

const cacheOf = oncePerDb((_: Database) => new LruMap<TeeTime>(MAX_CACHED))

/** The card must have been read outside a transaction, so that all of it is committed. */
function cacheCard(db: Database, card: TeeTime): void {
  const cache = cacheOf(db)
  const cached = cache.get(card.id)
  if (cached === undefined || cached.version < card.version) cache.set(card.id, card)
}

function withPlayers(card: TeeTime, newPlayers: readonly CardRow[]): TeeTime {
  return {
    ...card,
    participants: [...card.participants, ...inOrderOfClaims(newPlayers).map(golferOf)],
    availableSpots: card.availableSpots - newPlayers.length,
    version: newPlayers[0]?.version ?? card.version,
  }
}

/** Returns cards in these versions or newer ones, in this order. Leaves out canceled and archived ones. */
export async function readCachedCards(db: Database, versions: readonly CardVersion[]) {
  const cache = cacheOf(db)
  const cards = new Map<number, TeeTime>()
  for (const { id, version } of versions) {
    const cached = cache.get(id)
    if (cached !== undefined && cached.version >= version) cards.set(id, cached)
  }
  const missingIds = versions.flatMap(({ id }) => (cards.has(id) ? [] : id))
  for (const card of await readCards(db, missingIds)) {
    cards.set(card.id, card)
    cacheCard(db, card)
  }
  return versions.flatMap(({ id }) => cards.get(id) ?? [])
}

/** Reads a card, which is the same for all members; undefined for a canceled or archived tee time. */
export async function readCard(db: Queries, teeTimeId: number): Promise<TeeTime | undefined> {
  return (await readCards(db, [teeTimeId]))[0]
}

export async function requireCard(db: Queries, teeTimeId: number): Promise<TeeTime> {
  const card = await readCard(db, teeTimeId)
  if (card === undefined) throw notFound('tee time')
  return card
}

/** Reads cards, in the order of `teeTimeIds`. Leaves out canceled and archived tee times. */
export async function readCards(db: Queries, teeTimeIds: readonly number[]): Promise<TeeTime[]> {
  if (teeTimeIds.length === 0) return []
  const ids = [...teeTimeIds]
  const cards = cardsOf(await db.select().from(cardRows).where(inArray(cardRows.teeTimeId, ids)))
  return teeTimeIds.flatMap((id) => cards.get(id) ?? [])
}

/** Locks a tee time, and reads its card. @throws AppError NOT_FOUND for a canceled or archived tee time */
export async function lockCard(tx: Queries, { teeTimeId }: TeeTimeMember): Promise<TeeTime> {
  const rows = await tx
    .select({ id: teeTimes.id })
    .from(teeTimes)
    .where(and(eq(teeTimes.id, teeTimeId), hasCard))
    .for('no key update')
  if (rows.length === 0) throw notFound('tee time')
  return requireCard(tx, teeTimeId)
}

/** Returns cards by id. For rows of the kind 'claimed', adds the players to a copy of the cached card. */
function cardsOf(
  rows: readonly CardRow[],
  cachedCards: ReadonlyMap<number, TeeTime | undefined> = new Map(),
): Map<number, TeeTime> {
  const cards = new Map<number, TeeTime>()
  for (const [id, rowsOfCard] of Map.groupBy(rows, ({ teeTimeId }) => teeTimeId)) {
    const cached = rowsOfCard[0]?.kind === 'claimed' ? cachedCards.get(id) : undefined
    const card = cached === undefined ? composeCard(rowsOfCard) : withPlayers(cached, rowsOfCard)
    if (card !== undefined) cards.set(id, card)
  }
  return cards
}

function inOrderOfClaims(spots: readonly CardRow[]): CardRow[] {
  return spots.toSorted((a, b) => (a.claimId ?? 0) - (b.claimId ?? 0))
}

function composeCard(rows: readonly CardRow[]): TeeTime | undefined {
  const inOrder = rows.toSorted((a, b) => a.place - b.place)
  const spots = inOrder.filter(({ kind }) => kind !== 'waiting')
  const [teeTime] = spots
  if (teeTime === undefined) return undefined
  const spotsOfKind = (kind: SpotStatus) =>
    inOrderOfClaims(spots.filter((spot) => spot.kind === kind))
  const players = spotsOfKind('player').map(golferOf)
  const offers = spotsOfKind('offer')
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
    startsAt: isoWithoutMilliseconds(startsAt),
    cost: teeTime.cost,
    notes: teeTime.notes,
    maxPlayers: spots.length,
    participants: players,
    guests: spotsOfKind('guest').map((guest) => ({
      id: requireNumber(guest.claimId),
      name: guest.name ?? '',
      hostId: requireNumber(guest.hostId),
      hostName: players.find(({ id }) => id === guest.hostId)?.name ?? '',
    })),
    reservations: spotsOfKind('reservation').map(({ claimId, name, golferId, until }) => ({
      id: requireNumber(claimId),
      name: name ?? '',
      golferId,
      until: until?.toISOString() ?? '',
    })),
    cutOff:
      cancelHours === null
        ? null
        : {
            hoursBefore: cancelHours,
            at: isoWithoutMilliseconds(new Date(startsAt.getTime() - cancelHours * HOUR_MS)),
            calledAt: teeTime.calledAt?.toISOString() ?? null,
            owedSpots: spots.flatMap(({ place, owedBy, owedByName }) =>
              owedBy === null ? [] : [{ id: place, golferId: owedBy, name: owedByName ?? '' }],
            ),
          },
    availableSpots: spotsOfKind('open').length,
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
  return { id: requireNumber(golferId), name: name ?? '' }
}

/** Database constraints guarantee that the value is not null. */
function requireNumber(value: number | null): number {
  if (value === null) throw new TypeError('A spot lacks a number that its status requires')
  return value
}

/** Clients expect tee-offs and cut-offs without milliseconds. */
function isoWithoutMilliseconds(instant: Date): string {
  return instant.toISOString().replace('.000Z', 'Z')
}
