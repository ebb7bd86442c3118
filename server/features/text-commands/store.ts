import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AlertEvent } from '../../../contract/alerts.ts'
import type { Queries } from '../../platform/database/database.ts'
import { takeTurns } from '../../platform/database/take-turns.ts'
import { textNumbers } from '../consents/tables.ts'
import { deliveries } from '../deliveries/tables.ts'
import { golfers } from '../golfers/tables.ts'
import { groups } from '../groups/tables.ts'
import { groupMembers } from '../members/tables.ts'
import { preferences } from '../preferences/tables.ts'
import { openSpots, plays, spots, teeTimes, waitingList } from '../tee-times/tables.ts'
import type { Texter } from './gate.ts'
import { type Action, incomingTexts, textListLines, textLists } from './tables.ts'

/** Texts of one number are worked one after the other: this one alone until the transaction ends. */
export async function lockPhone(tx: Queries, number: string): Promise<void> {
  await takeTurns(tx, `text-from:${number}`)
}

/** Keeps a text that came in; answers whether it is new. */
export async function insertIncoming(
  tx: Queries,
  text: typeof incomingTexts.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await tx.insert(incomingTexts).values(text).onConflictDoNothing()
  return rowCount === 1
}

/** The latest texts of a number, the newest first. */
export async function listLatest(tx: Queries, number: string, limit: number) {
  return tx
    .select({ body: incomingTexts.body, receivedAt: incomingTexts.receivedAt })
    .from(incomingTexts)
    .where(eq(incomingTexts.number, number))
    .orderBy(desc(incomingTexts.id))
    .limit(limit)
}

/** Forgets the words of texts that came in before, and who sent them. */
export async function blankIncoming(db: Queries, before: Date): Promise<void> {
  await db
    .update(incomingTexts)
    .set({ number: '', body: '' })
    .where(and(lt(incomingTexts.receivedAt, before), ne(incomingTexts.number, '')))
}

/** Forgets lists that were sent before. */
export async function deleteLists(db: Queries, before: Date): Promise<void> {
  await db.delete(textLists).where(lt(textLists.sentAt, before))
}

/** Whether a number said STOP. */
export async function isStopped(tx: Queries, number: string): Promise<boolean> {
  const [row] = await tx
    .select({ stoppedAt: textNumbers.stoppedAt })
    .from(textNumbers)
    .where(eq(textNumbers.number, number))
  return (row?.stoppedAt ?? null) !== null
}

/** Whose number it is: the accounts whose golfer confirmed it. */
export async function findAccounts(tx: Queries, number: string) {
  return tx
    .select({
      golferId: golfers.id,
      name: golfers.name,
      hasAgreed: sql<boolean>`${golfers.textConsentAt} is not null`,
    })
    .from(golfers)
    .where(
      and(
        eq(golfers.phoneNumber, number),
        isNotNull(golfers.phoneConfirmedAt),
        isNull(golfers.deletedAt),
      ),
    )
    .orderBy(asc(golfers.id))
}

/** That a row is of the tee time and the golfer of a seat. */
const isGolfers = (rows: typeof spots | typeof waitingList) =>
  sql`${rows.teeTimeId} = ${teeTimes.id} and ${rows.golferId} = ${golfers.id}`

const isPlaying = plays(teeTimes.id, golfers.id)

const isInLine = sql<boolean>`exists (select from ${waitingList} where ${isGolfers(waitingList)})`

const hasReservation = sql<boolean>`exists (select from ${spots}
  where ${isGolfers(spots)} and ${spots.status} = 'reservation')`

/** Until when a spot is offered to, or reserved for, the golfer. */
const keptUntil = sql`(select ${spots.until} from ${spots} where ${isGolfers(spots)})`

/** A tee time as one of the texter's accounts may see it, being a member of its group. */
export type Seat = Awaited<ReturnType<typeof selectSeats>>[number]

/** Numbers are not given again for so many days after tee-off. */
const NUMBER_HELD = sql`interval '60 days'`

/** Tee times by their number, the latest first; also those that are over or cancelled. */
export async function listNumbered(tx: Queries, texter: Texter, number: number, now: Date) {
  const held = sql`${teeTimes.number} = ${number} and ${teeTimes.startsAt} > ${now}::timestamptz - ${NUMBER_HELD}`
  return selectSeats(tx, texter, held, desc(teeTimes.startsAt))
}

export async function listByIds(tx: Queries, texter: Texter, teeTimeIds: readonly number[]) {
  return teeTimeIds.length === 0
    ? []
    : selectSeats(tx, texter, inArray(teeTimes.id, [...teeTimeIds]), asc(teeTimes.startsAt))
}

/** The tee times to come that the texter plays in or waits for, the soonest first. */
export async function listMine(tx: Queries, texter: Texter, now: Date) {
  const toCome = and(
    gt(teeTimes.startsAt, now),
    isNull(teeTimes.cancelledAt),
    isNull(teeTimes.archivedAt),
    eq(groups.isActive, true),
    or(isPlaying, isInLine, hasReservation),
  )
  return selectSeats(tx, texter, toCome, asc(teeTimes.startsAt))
}

/** The switched-on groups of the texter's accounts, with what decides about claiming. */
export async function listGroups(tx: Queries, texter: Texter) {
  const { id, timeZone, expiryDate, renews } = groups
  return tx
    .selectDistinct({ id, timeZone, expiryDate, renews })
    .from(groups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, id))
    .where(and(inArray(groupMembers.golferId, idsOf(texter)), eq(groups.isActive, true)))
}

/**
 * The tee times in which an account of the texter could take a spot, the soonest first.
 * @param until each group with the last local date that is looked at
 */
export async function listOpen(
  tx: Queries,
  texter: Texter,
  until: readonly { groupId: number; lastDate: string }[],
  now: Date,
) {
  if (until.length === 0) return []
  const groupIds = until.map(({ groupId }) => groupId)
  const lastDates = until.map(({ lastDate }) => lastDate)
  const open = and(
    gt(teeTimes.startsAt, now),
    isNull(teeTimes.cancelledAt),
    isNull(teeTimes.archivedAt),
    sql`(${teeTimes.groupId}, true) in (
      select open_in.group_id, ${teeTimes.date} <= open_in.last_date
      from unnest(${sql.param(groupIds)}::int[], ${sql.param(lastDates)}::date[])
        as open_in (group_id, last_date))`,
    sql`${openSpots} > 0`,
    not(isPlaying),
  )
  return selectSeats(tx, texter, open, asc(teeTimes.startsAt))
}

/** The tee times of some groups in which a spot is held for an account of the texter, the soonest first. */
export async function listHeld(
  tx: Queries,
  texter: Texter,
  groupIds: readonly number[],
  now: Date,
) {
  if (groupIds.length === 0) return []
  const held = and(
    gt(teeTimes.startsAt, now),
    isNull(teeTimes.cancelledAt),
    isNull(teeTimes.archivedAt),
    inArray(teeTimes.groupId, [...groupIds]),
    sql`${keptUntil} > ${now}`,
    not(isPlaying),
  )
  return selectSeats(tx, texter, held, asc(teeTimes.startsAt))
}

/** Whether a spot is held for the golfer of a seat, in line or by name. */
export function isHeld({ heldUntil }: Pick<Seat, 'heldUntil'>, now: Date): boolean {
  return heldUntil !== null && heldUntil > now
}

/** Most rows that one command looks at; a list tells far fewer. */
const MOST_SEATS = 50

function selectSeats(tx: Queries, texter: Texter, which: SQL | undefined, order: SQL) {
  const owner = alias(golfers, 'owner')
  return tx
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
      openSpots,
      isCreator: sql<boolean>`${teeTimes.creatorId} = ${golfers.id}`,
      isPlaying,
      /** Whom the golfer brought along. */
      guests: sql<number>`(select count(*)::int from ${spots}
        where ${spots.teeTimeId} = ${teeTimes.id} and ${spots.hostId} = ${golfers.id})`,
      isInLine,
      /** Until when a spot is, or was, held for the golfer. */
      heldUntil: sql<Date | null>`${keptUntil}`.mapWith(teeTimes.startsAt),
      /** By name. */
      holdId: sql<number | null>`(select ${spots.claimId} from ${spots}
        where ${isGolfers(spots)} and ${spots.status} = 'reservation')`,
      groupId: groups.id,
      groupName: groups.name,
      slug: groups.slug,
      timeZone: groups.timeZone,
      /** Where the golfer is. */
      readersZone: sql<string>`coalesce(${preferences.timeZone}, ${groups.timeZone})`,
      ownerId: groups.ownerId,
      ownerName: owner.name,
    })
    .from(golfers)
    .innerJoin(groupMembers, eq(groupMembers.golferId, golfers.id))
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .innerJoin(owner, eq(owner.id, groups.ownerId))
    .innerJoin(teeTimes, eq(teeTimes.groupId, groups.id))
    .leftJoin(preferences, eq(preferences.golferId, golfers.id))
    .where(and(inArray(golfers.id, idsOf(texter)), which))
    .orderBy(order, asc(teeTimes.id), asc(golfers.id))
    .limit(MOST_SEATS)
}

function idsOf({ accounts }: Texter): number[] {
  return accounts.map(({ golferId }) => golferId)
}

/** What is texted only of a tee time that has a spot. */
export const OPEN_EVENTS: readonly AlertEvent[] = ['opened', 'last-call', 'offer', 'held']

/** The tee times that this number was texted about since, as open ones or held for the golfer. */
export async function listAlerted(
  tx: Queries,
  { number }: Texter,
  since: Date,
  events: readonly AlertEvent[] = ['posted', ...OPEN_EVENTS],
): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ teeTimeId: sql<number>`unnest(${deliveries.teeTimeIds})` })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.recipient, number),
        eq(deliveries.channel, 'text'),
        inArray(deliveries.event, [...events]),
        inArray(deliveries.status, ['sending', 'sent', 'delivered']),
        gt(sql`coalesce(${deliveries.sentAt}, ${deliveries.triedAt})`, since),
      ),
    )
  return rows.map(({ teeTimeId }) => teeTimeId)
}

export interface SentList {
  readonly action: Action
  /** In the order in which they were told, each with the account that it is for. */
  readonly entries: readonly { readonly teeTimeId: number; readonly golferId: number }[]
}

/** Ends the list of a number: it was chosen from, or something else was texted. */
export async function endList(tx: Queries, number: string, now: Date): Promise<void> {
  await tx
    .update(textLists)
    .set({ endedAt: now })
    .where(and(eq(textLists.number, number), isNull(textLists.endedAt)))
}

/** The list that the next '1' or '2' of this number chooses from. */
export async function replaceList(
  tx: Queries,
  { number }: Texter,
  { action, entries }: SentList,
  now: Date,
): Promise<void> {
  await tx.delete(textLists).where(eq(textLists.number, number))
  await tx.insert(textLists).values({ number, action, sentAt: now })
  if (entries.length === 0) return
  await tx.insert(textListLines).values(
    entries.map(({ teeTimeId, golferId }, index) => ({
      number,
      line: index + 1,
      teeTimeId,
      golferId,
    })),
  )
}

/**
 * Finds the list that was last sent to a number, as long as it is kept.
 * @param liveSince a list that was sent before can no longer be chosen from
 */
export async function findList(
  tx: Queries,
  { number }: Texter,
  liveSince: Date,
): Promise<(SentList & { readonly isLive: boolean }) | undefined> {
  const [list] = await tx.select().from(textLists).where(eq(textLists.number, number))
  if (list === undefined) return undefined
  const entries = await tx
    .select({ teeTimeId: textListLines.teeTimeId, golferId: textListLines.golferId })
    .from(textListLines)
    .where(eq(textListLines.number, number))
    .orderBy(asc(textListLines.line))
  return {
    action: list.action,
    isLive: list.endedAt === null && list.sentAt > liveSince,
    entries,
  }
}
