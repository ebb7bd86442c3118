import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { capitalized } from '../../../contract/names.ts'
import {
  groupMembers,
  groups,
  isMembershipOf,
  isRequestListedIn,
  joinRequests,
} from '../../groups/index.ts'
import { golfers } from '../../identity/index.ts'
import type { Database } from '../../platform/database/database.ts'
import type { NotificationData } from '../../ports.ts'
import {
  guestCount,
  maxPlayers,
  openSpotCount,
  playerList,
  spots,
  teeTimes,
  waitingList,
} from '../../tee-times/index.ts'

function endOfKeptSpot(status: 'offer' | 'reservation', golferId: number) {
  const end = sql`(select ${spots.until} from ${spots} where ${spots.teeTimeId} = ${teeTimes.id}
    and ${spots.golferId} = ${golferId} and ${spots.status} = ${status})`.mapWith(spots.until)
  return end as SQL<Date | null>
}

/** Includes canceled tee times. Leaves out inactive groups, and groups that the golfer is not in. */
export function findTeeTimesToNotify(db: Database, ids: readonly number[], golferId: number) {
  return db
    .select({
      id: teeTimes.id,
      number: teeTimes.number,
      course: teeTimes.course,
      date: teeTimes.date,
      time: teeTimes.time,
      startsAt: teeTimes.startsAt,
      notes: teeTimes.notes,
      maxPlayers,
      openSpots: openSpotCount,
      cancelHours: teeTimes.cancelHours,
      waiting: sql<number>`(select count(*)::int from ${waitingList}
        where ${waitingList.teeTimeId} = ${teeTimes.id})`,
      version: teeTimes.version,
      changedAt: teeTimes.changedAt,
      cancelledAt: teeTimes.cancelledAt,
      archivedAt: teeTimes.archivedAt,
      creatorId: teeTimes.creatorId,
      creatorName: sql<string>`${golfers.name}`.mapWith(capitalized),
      zone: groups.timeZone,
      units: groups.units,
      groupName: groups.name,
      slug: groups.slug,
      expiryDate: groups.expiryDate,
      renews: groups.renews,
      players: playerList,
      guests: guestCount,
      insteadOfSpot: sql<'waiting-list' | 'reservation' | null>`case
        when exists (select from ${waitingList} where ${waitingList.teeTimeId} = ${teeTimes.id}
          and ${waitingList.golferId} = ${golferId}) then 'waiting-list'
        when exists (select from ${spots} where ${spots.teeTimeId} = ${teeTimes.id}
          and ${spots.golferId} = ${golferId} and ${spots.status} = 'reservation') then 'reservation' end`,
      offerEndsAt: endOfKeptSpot('offer', golferId),
      reservationEndsAt: endOfKeptSpot('reservation', golferId),
    })
    .from(teeTimes)
    .innerJoin(groups, and(eq(groups.id, teeTimes.groupId), eq(groups.isActive, true)))
    .innerJoin(groupMembers, isMembershipOf(sql`${golferId}`))
    .innerJoin(golfers, eq(golfers.id, teeTimes.creatorId))
    .where(inArray(teeTimes.id, [...ids]))
    .orderBy(teeTimes.startsAt, teeTimes.id)
}

export type TeeTimeToNotify = Awaited<ReturnType<typeof findTeeTimesToNotify>>[number]

export type Rounds = readonly [TeeTimeToNotify, ...TeeTimeToNotify[]]

export async function findGroupToNotify(db: Database, groupId: number, golferId: number) {
  const [row] = await db
    .select({
      name: groups.name,
      slug: groups.slug,
      zone: groups.timeZone,
      ownerId: groups.ownerId,
      isAdmin: groupMembers.isAdmin,
      expiryDate: groups.expiryDate,
      subscriptionStatus: groups.subscriptionStatus,
      renews: groups.renews,
    })
    .from(groups)
    .innerJoin(groupMembers, isMembershipOf(sql`${golferId}`))
    .where(and(eq(groups.id, groupId), eq(groups.isActive, true)))
  return row
}

export type GroupToNotify = NonNullable<Awaited<ReturnType<typeof findGroupToNotify>>>

export async function findGolferName(db: Database, golferId: NotificationData[string] | undefined) {
  if (typeof golferId !== 'number') return undefined
  const [row] = await db
    .select({ name: golfers.name })
    .from(golfers)
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt)))
  return row && capitalized(row.name)
}

export async function listJoinRequesters(db: Database, groupId: number): Promise<string[]> {
  const rows = await db
    .select({ name: joinRequests.name })
    .from(joinRequests)
    .where(isRequestListedIn(groupId))
    .orderBy(desc(joinRequests.id))
  return rows.map(({ name }) => capitalized(name))
}
