import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AlertEvent } from '../../../contract/alerts.ts'
import { DELIVERIES_KEPT_DAYS } from '../../../contract/limits.ts'
import { ALERT_REPLY_HOURS } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import { groupMembers, groups } from '../../groups/index.ts'
import { golfers, preferences, textNumbers } from '../../identity/index.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import {
  isListedAfter,
  isPlayerIn,
  keepsNumberAt,
  openSpotCount,
  spots,
  teeTimes,
  waitingList,
} from '../../tee-times/index.ts'
import {
  deliveries,
  incomingTexts,
  type TextAction,
  textListEntries,
  textLists,
} from '../schema.ts'
import type { TextContext } from './access.ts'

export async function insertIncoming(tx: Queries, text: typeof incomingTexts.$inferInsert) {
  const { rowCount } = await tx.insert(incomingTexts).values(text).onConflictDoNothing()
  return rowCount === 1
}

export async function listLatestTexts(tx: Queries, number: string, limit: number) {
  return tx
    .select({ body: incomingTexts.body, receivedAt: incomingTexts.receivedAt })
    .from(incomingTexts)
    .where(eq(incomingTexts.number, number))
    .orderBy(desc(incomingTexts.id))
    .limit(limit)
}

/** Empties old incoming texts and deletes old lists. Keeps the texts' ids to detect repeated deliveries. */
export async function deleteOldTexts({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const isOld = lt(incomingTexts.receivedAt, ago(DELIVERIES_KEPT_DAYS))
  await db
    .update(incomingTexts)
    .set({ number: '', body: '' })
    .where(and(isOld, ne(incomingTexts.number, '')))
  await db.delete(textLists).where(lt(textLists.sentAt, ago(1)))
}

export async function isStopped(tx: Queries, number: string): Promise<boolean> {
  const isTheirs = eq(textNumbers.number, number)
  return (await tx.$count(textNumbers, and(isTheirs, isNotNull(textNumbers.stoppedAt)))) > 0
}

export async function findAccounts(tx: Queries, number: string) {
  return tx
    .select({ golferId: golfers.id, hasAgreed: sql<boolean>`${golfers.textConsentAt} is not null` })
    .from(golfers)
    .where(
      sql`${golfers.phoneNumber} = ${number} and ${golfers.phoneConfirmedAt} is not null
        and ${golfers.deletedAt} is null`,
    )
    .orderBy(asc(golfers.id))
}

const isOfGolfer = (rows: typeof spots | typeof waitingList) =>
  sql`${rows.teeTimeId} = ${teeTimes.id} and ${rows.golferId} = ${golfers.id}`

const isPlaying = isPlayerIn(teeTimes.id, golfers.id)

const isWaiting = sql<boolean>`exists (select from ${waitingList} where ${isOfGolfer(waitingList)})`

const reservationId = sql<number | null>`(select ${spots.claimId} from ${spots}
  where ${isOfGolfer(spots)} and ${spots.status} = 'reservation')`

const keptUntil = sql`(select ${spots.until} from ${spots} where ${isOfGolfer(spots)})`

/** Matches if an offer or a reservation for the golfer has not expired. */
const hasKeptSpotAt = (now: Date) => sql<boolean>`coalesce(${keptUntil} > ${now}, false)`

/** A tee time, and one of the texter's accounts that is a member of its group. */
export type TeeTimeForAccount = Awaited<ReturnType<typeof selectTeeTimes>>[number]

/** Lists the tee times that have this number, latest first, including past and canceled ones. */
export async function listNumbered(ctx: TextContext, number: number) {
  const hasNumber = and(eq(teeTimes.number, number), keepsNumberAt(ctx.now))
  return selectTeeTimes(ctx, hasNumber, desc(teeTimes.startsAt))
}

export async function listTeeTimesById(ctx: TextContext, teeTimeIds: readonly number[]) {
  return selectTeeTimes(ctx, inArray(teeTimes.id, [...teeTimeIds]), asc(teeTimes.startsAt))
}

export async function listOwnTeeTimes(ctx: TextContext) {
  const isMine = sql`(${isPlaying} or ${isWaiting} or ${reservationId} is not null)`
  const mine = and(isListedAfter(ctx.now), eq(groups.isActive, true), isMine)
  return selectTeeTimes(ctx, mine, asc(teeTimes.startsAt))
}

export async function listGroups({ db, texter }: TextContext) {
  const { id, timeZone, expiryDate, renews } = groups
  return db
    .selectDistinct({ id, timeZone, expiryDate, renews })
    .from(groups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, id))
    .where(and(inArray(groupMembers.golferId, [...texter.golferIds]), eq(groups.isActive, true)))
}

/** Lists tee times with a spot kept for the texter, then those up to `lastDate` with an open spot. */
export async function listOpenTeeTimes(
  ctx: TextContext,
  lastDateByGroup: readonly { groupId: number; lastDate: string }[],
) {
  const groupIds = sql.param(lastDateByGroup.map(({ groupId }) => groupId))
  const lastDates = sql.param(lastDateByGroup.map(({ lastDate }) => lastDate))
  const hasKeptSpot = hasKeptSpotAt(ctx.now)
  const isOpen = sql`not ${isPlaying} and exists (
    select from unnest(${groupIds}::int[], ${lastDates}::date[]) as open_in (group_id, last_date)
    where open_in.group_id = ${teeTimes.groupId}
      and (${hasKeptSpot} or ${openSpotCount} > 0 and ${teeTimes.date} <= open_in.last_date))`
  const order = sql`${hasKeptSpot} desc, ${teeTimes.startsAt}`
  return selectTeeTimes(ctx, and(isListedAfter(ctx.now), isOpen), order)
}

const MAX_ROWS = 50

function selectTeeTimes({ db, texter, now }: TextContext, condition: SQL | undefined, order: SQL) {
  const owner = alias(golfers, 'owner')
  return db
    .select({
      golferId: golfers.id,
      golferName: golfers.name,
      teeTimeId: teeTimes.id,
      number: teeTimes.number,
      course: teeTimes.course,
      date: teeTimes.date,
      time: teeTimes.time,
      startsAt: teeTimes.startsAt,
      isCancelled: sql<boolean>`${teeTimes.cancelledAt} is not null`,
      isArchived: sql<boolean>`${teeTimes.archivedAt} is not null`,
      isUpcoming: sql<boolean>`${isListedAfter(now)}`,
      openSpots: openSpotCount,
      isCreator: sql<boolean>`${teeTimes.creatorId} = ${golfers.id}`,
      isPlaying,
      guests: sql<number>`(select count(*)::int from ${spots}
        where ${spots.teeTimeId} = ${teeTimes.id} and ${spots.hostId} = ${golfers.id})`,
      isWaiting,
      /** When the golfer's offer or reservation expires or expired; null if there is none. */
      spotKeptUntil: sql<Date | null>`${keptUntil}`.mapWith(teeTimes.startsAt),
      hasKeptSpot: hasKeptSpotAt(now),
      reservationId,
      groupName: groups.name,
      slug: groups.slug,
      timeZone: groups.timeZone,
      readerZone: sql<string>`coalesce(${preferences.timeZone}, ${groups.timeZone})`,
      ownerId: groups.ownerId,
      ownerName: owner.name,
    })
    .from(golfers)
    .innerJoin(groupMembers, eq(groupMembers.golferId, golfers.id))
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .innerJoin(owner, eq(owner.id, groups.ownerId))
    .innerJoin(teeTimes, eq(teeTimes.groupId, groups.id))
    .leftJoin(preferences, eq(preferences.golferId, golfers.id))
    .where(and(inArray(golfers.id, [...texter.golferIds]), condition))
    .orderBy(order, asc(teeTimes.id), asc(golfers.id))
    .limit(MAX_ROWS)
}

/** Events that are texted only about tee times with a spot that the golfer can take. */
export const OPEN_EVENTS: readonly AlertEvent[] = ['opened', 'last-call', 'offer', 'reserved']

const ALERT_EVENTS: readonly AlertEvent[] = ['posted', ...OPEN_EVENTS]

export async function listAlertedIds({ db, texter, now }: TextContext, events = ALERT_EVENTS) {
  const since = new Date(now.getTime() - ALERT_REPLY_HOURS * HOUR_MS)
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct unnest(tee_time_ids) as id from ${deliveries}
    where recipient = ${texter.number} and channel = 'text' and event = any(${sql.param(events)}::text[])
      and status in ('sending', 'sent', 'delivered') and coalesce(sent_at, tried_at) > ${since}`)
  return rows.map(({ id }) => id)
}

export async function endList(tx: Queries, number: string, now: Date): Promise<void> {
  await tx
    .update(textLists)
    .set({ endedAt: now })
    .where(and(eq(textLists.number, number), isNull(textLists.endedAt)))
}

/** Replaces the list from which a reply of '1' or '2' chooses. Needs at least one entry. */
export async function replaceList(
  { db, texter: { number }, now }: TextContext,
  action: TextAction,
  entries: readonly TeeTimeForAccount[],
): Promise<void> {
  await db.delete(textLists).where(eq(textLists.number, number))
  await db.insert(textLists).values({ number, action, sentAt: now })
  const rows = entries.map(({ teeTimeId, golferId }, index) => {
    return { number, position: index + 1, teeTimeId, golferId }
  })
  await db.insert(textListEntries).values(rows)
}

export async function findList({ db, texter: { number } }: TextContext, liveSince: Date) {
  const [list] = await db.select().from(textLists).where(eq(textLists.number, number))
  if (list === undefined) return undefined
  const entries = await db
    .select({ teeTimeId: textListEntries.teeTimeId, golferId: textListEntries.golferId })
    .from(textListEntries)
    .where(eq(textListEntries.number, number))
    .orderBy(asc(textListEntries.position))
  const isLive = list.endedAt === null && list.sentAt > liveSince
  return { action: list.action, isLive, entries }
}
