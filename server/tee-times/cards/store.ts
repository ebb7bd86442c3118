import { getViewSelectedFields, inArray, type SQL, sql } from 'drizzle-orm'
import { boolean, date, integer, pgView, text, timestamp } from 'drizzle-orm/pg-core'
import { preparedFor, type Queries } from '../../platform/database/database.ts'
import type { SpotStatus } from '../schema.ts'

/**
 * A row of the view card_rows: a spot, or a golfer on the waiting list. Only spots repeat the tee time. A
 * claim may return a single 'claimed' row with just the golfer and the new version.
 */
export interface CardRow {
  readonly teeTimeId: number
  readonly version: number
  readonly groupId: number
  readonly number: number
  readonly creatorId: number
  readonly creatorName: string
  readonly creatorHasLeft: boolean
  readonly course: string
  readonly date: string
  readonly time: string
  readonly startsAt: Date
  readonly cost: number
  readonly notes: string | null
  readonly cancelHours: number | null
  readonly calledAt: Date | null
  /** The spot's position, or the id that orders the waiting list. */
  readonly place: number
  readonly kind: SpotStatus | 'waiting' | 'claimed'
  readonly claimId: number | null
  readonly golferId: number | null
  readonly name: string | null
  readonly hostId: number | null
  readonly until: Date | null
  readonly owedBy: number | null
  readonly owedByName: string | null
}

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** See `functions/card_rows.sql`. */
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
  startsAt: instant('starts_at').notNull(),
  cost: integer().notNull(),
  notes: text(),
  cancelHours: integer('cancel_hours'),
  calledAt: instant('called_at'),
  place: integer().notNull(),
  kind: text().$type<CardRow['kind']>().notNull(),
  claimId: integer('claim_id'),
  golferId: integer('golfer_id'),
  name: text(),
  hostId: integer('host_id'),
  until: instant('until'),
  owedBy: integer('owed_by'),
  owedByName: text('owed_by_name'),
}).existing()

/** Reads the card rows of these tee times. Canceled and archived ones have no spot rows. */
export function readCardRows(db: Queries, teeTimeIds: readonly number[]): Promise<CardRow[]> {
  return db
    .select()
    .from(cardRows)
    .where(inArray(cardRows.teeTimeId, [...teeTimeIds]))
}

/** The view's columns, to select from a function. Drizzle selects columns only from the view itself. */
const resultFields = Object.fromEntries(
  Object.entries(getViewSelectedFields(cardRows)).map(([key, column]) => [
    key,
    sql`${column}`.mapWith(column),
  ]),
) as Record<keyof CardRow, SQL>

const claim = preparedFor((db) => {
  const { teeTimeId, golferId, roundMinutes, knownVersion, now } = {
    teeTimeId: sql.placeholder('teeTimeId'),
    golferId: sql.placeholder('golferId'),
    roundMinutes: sql.placeholder('roundMinutes'),
    knownVersion: sql.placeholder('knownVersion'),
    now: sql.placeholder('now'),
  }
  return db
    .select(resultFields)
    .from(
      sql`claim_spot(${teeTimeId}, ${golferId}, ${roundMinutes}, ${knownVersion}, ${now}) as card_rows`,
    )
    .prepare('claim_spot')
})

/**
 * Calls `functions/claim_spot.sql`. Returns the card's rows whether or not the golfer got a spot, or a
 * single 'claimed' row when the claim is the only change since `knownVersion`.
 */
export function claimOpenSpot(
  db: Queries,
  asked: { teeTimeId: number; golferId: number; roundMinutes: number | null },
  knownVersion: number | null,
  now: Date,
): Promise<CardRow[]> {
  const { teeTimeId, golferId, roundMinutes } = asked
  return claim(db).execute({ teeTimeId, golferId, roundMinutes, knownVersion, now }) as Promise<
    unknown[]
  > as Promise<CardRow[]>
}
