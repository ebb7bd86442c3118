import { and, asc, eq, gt, lte, max, type SQL, sql } from 'drizzle-orm'
import type { AlertEvent } from '../../../contract/alerts.ts'
import { groupMembers, groups, isRequestListedIn, joinRequests } from '../../groups/index.ts'
import { type Queries, takeAdvisoryLock } from '../../platform/database/database.ts'
import type { NotificationData } from '../../ports.ts'
import {
  creatorNotices,
  isPlayerIn,
  isUpcoming,
  savedAlerts,
  spots,
  teeTimes,
  waitingList,
} from '../../tee-times/index.ts'
import { queueForEach, requeueHeldMessages } from '../deliveries/store.ts'
import { deliveries } from '../schema.ts'

/**
 * Notifies a group's members of its unannounced tee times. If a tee time matches saved alerts, only the
 * members with these alerts are notified now. Returns the ids of such tee times. A later call with these ids
 * notifies the other members. Tee times that start by `headStartEnd` are announced to everybody now.
 */
export async function notifyOfPost(
  tx: Queries,
  { groupId, savedAlertMatches }: { groupId: number; savedAlertMatches: readonly number[] },
  { now, headStartEnd }: { now: Date; headStartEnd: Date },
): Promise<number[]> {
  await takeAdvisoryLock(tx, `notify_posted:${groupId}`)
  // Locks the tee times before queueing, because a new message locks its golfer. Deleting an account locks
  // both in the same order.
  const { rows: found } = await tx.execute<{ id: number; hasHeadStart: boolean }>(sql`
    select t.id, t.saved_alerts_notified_at is null and ${isUpcoming(now)} and t.starts_at > ${headStartEnd}
      and exists (${matchingMembers('posted', sql`t.id`)}) as "hasHeadStart"
    from ${teeTimes} t
    where t.group_id = ${groupId} and t.announced_at is null
      and (t.saved_alerts_notified_at is null or t.id = any(${sql.param(savedAlertMatches)}::int[]))
    order by t.id for no key update`)
  if (found.length === 0) return []
  const ids = sql`any(${sql.param(found.map(({ id }) => id))}::int[])`
  const withHeadStart = found.flatMap(({ id, hasHeadStart }) => (hasHeadStart ? [id] : []))
  const headStartIds = sql`any(${sql.param(withHeadStart)}::int[])`
  const hasHeadStart = sql`t.id = ${headStartIds}`
  await queueForEach(
    tx,
    'posted',
    sql`select m.golfer_id, t.group_id, array_agg(t.id order by t.starts_at, t.id) as tee_time_ids,
        '{}'::jsonb as data, 'posted:' || min(t.id) || ':' || m.golfer_id as key
      from ${teeTimes} t
      join ${groupMembers} m on m.group_id = t.group_id and m.golfer_id <> t.creator_id
      where t.id = ${ids} and ${isUpcoming(now)}
        and (not ${hasHeadStart} or ${matchesSavedAlert('posted', headStartIds)})
        and (t.saved_alerts_notified_at is null or not exists (select from ${deliveries} sent
          where sent.golfer_id = m.golfer_id and sent.event = 'posted'
            and t.id = any(sent.tee_time_ids)))
      group by m.golfer_id, t.group_id`,
    now,
  )
  await tx.execute(sql`
    update ${teeTimes} t set
      announced_at = case when not ${hasHeadStart} then ${now}::timestamptz end,
      saved_alerts_notified_at = case when ${hasHeadStart} then ${now}::timestamptz else t.saved_alerts_notified_at end
    where t.id = ${ids}`)
  return withHeadStart
}

/** The members to notify of an open spot: those with a matching saved alert, those without one, or all. */
export type Audience = 'matching' | 'others' | 'everybody'

/**
 * Notifies members of an open spot. Leaves out players, the golfer who left, members notified after
 * `notifiedBefore`, and the creator, who gets other messages. Returns whether anybody was notified.
 */
export async function notifyOfOpening(
  tx: Queries,
  { teeTimeId, leftBy, to }: { teeTimeId: number; leftBy: number; to: Audience },
  times: { now: Date; startsAfter: Date; startsBefore: Date; notifiedBefore: Date },
): Promise<boolean> {
  const { now, startsAfter, startsBefore, notifiedBefore } = times
  // Lock the tee time before queueing, as in `notifyOfPost`.
  await tx
    .select({ id: teeTimes.id })
    .from(teeTimes)
    .where(eq(teeTimes.id, teeTimeId))
    .for('no key update')
  // Members without a matching saved alert are notified now, even if members with one were just notified.
  const mayNotifyAgain = sql`(${to === 'others'} or t.open_spot_notified_at is null or t.open_spot_notified_at <= ${notifiedBefore})`
  const queued = await queueForEach(
    tx,
    'opened',
    sql`select m.golfer_id, t.group_id, array[t.id] as tee_time_ids, '{}'::jsonb as data,
        'opened:' || t.id || ':' || ${now.toISOString()}::text || ':' || m.golfer_id as key
      from ${teeTimes} t
      join ${groupMembers} m on m.group_id = t.group_id
        and m.golfer_id not in (t.creator_id, ${leftBy}::int)
      where t.id = ${teeTimeId} and ${isUpcoming(startsAfter)} and t.starts_at <= ${startsBefore}
        and t.announced_at is not null
        and ${mayNotifyAgain}
        and (${to !== 'matching'} or ${matchesSavedAlert('opened', sql`${teeTimeId}`)})
        and not exists (select from ${deliveries} sent
          where sent.golfer_id = m.golfer_id and sent.event = 'opened'
            and sent.tee_time_ids = array[t.id] and sent.created_at > ${notifiedBefore})
        and exists (select from ${spots} s where s.tee_time_id = t.id and s.status = 'open')
        and not ${isPlayerIn(sql`t.id`, sql`m.golfer_id`)}
        and ${noneHeld('opened', sql`m.golfer_id`, sql`array[t.id]`)}`,
    now,
  )
  // If the spot was taken before the other members were notified, the next opening is announced immediately.
  const openSpotNotifiedAt = queued > 0 ? now : null
  if (queued > 0 || to === 'others') {
    await tx.update(teeTimes).set({ openSpotNotifiedAt }).where(eq(teeTimes.id, teeTimeId))
  }
  return queued > 0
}

export function listDueCreatorNotices(db: Queries, now: Date, limit: number) {
  const { teeTimeId, dueAt } = creatorNotices
  return db
    .select({ teeTimeId })
    .from(creatorNotices)
    .where(lte(dueAt, now))
    .orderBy(asc(dueAt), asc(teeTimeId))
    .limit(limit)
}

export async function queueCreatorNotice(tx: Queries, teeTimeId: number, now: Date): Promise<void> {
  const { rowCount } = await tx
    .delete(creatorNotices)
    .where(and(eq(creatorNotices.teeTimeId, teeTimeId), lte(creatorNotices.dueAt, now)))
  if (rowCount === 0) return
  await queueForEach(
    tx,
    'spots',
    sql`select t.creator_id as golfer_id, t.group_id, array[t.id] as tee_time_ids,
        '{}'::jsonb as data, 'spots:' || t.id || ':' || t.version as key
      from ${teeTimes} t
      join ${groupMembers} m on m.group_id = t.group_id and m.golfer_id = t.creator_id
      where t.id = ${teeTimeId} and ${isUpcoming(now)}
        and ${noneHeld('spots', sql`t.creator_id`, sql`array[t.id]`)}`,
    now,
  )
}

/**
 * Notifies players of an edited or canceled tee time or a new time zone of the group, except the golfer who
 * made the change. Golfers on the waiting list or with a reservation are also notified of an edit or a
 * cancellation, but not of a new time zone. A message about an edit covers all edits made before the message
 * is queued, in whatever order their jobs run.
 * @param change.version for an edit, the tee time's version after the edit
 */
export async function notifyPlayers(
  tx: Queries,
  event: 'changed' | 'cancelled',
  change: {
    teeTimeIds: readonly number[]
    by: number | null
    data: { readonly [name: string]: NotificationData[string] | undefined }
    version?: number
  },
  now: Date,
): Promise<void> {
  const editVersion = sql`${change.version ?? null}::int`
  const isZoneChange = 'zone' in change.data
  const keyPrefix = isZoneChange ? 'moved' : event
  const stillApplies =
    event === 'cancelled'
      ? sql`t.cancelled_at is not null and t.starts_at > ${now}`
      : isUpcoming(now)
  await queueForEach(
    tx,
    event,
    sql`select golfer_id, group_id, tee_time_ids, ${JSON.stringify(change.data)}::jsonb ||
          case when ${editVersion} is null then '{}' else jsonb_build_object('from', ${editVersion}, 'upTo', version) end as data,
        ${keyPrefix}::text || ':' || tee_time_ids[1] || ':' || coalesce(${editVersion}, version) || ':' || golfer_id as key
      from (
        select p.golfer_id, t.group_id, max(t.version) as version,
          array_agg(t.id order by t.starts_at, t.id) as tee_time_ids
        from ${teeTimes} t
        cross join lateral (
          select golfer_id from ${spots} where tee_time_id = t.id and golfer_id is not null
            and (status = 'player' or status = 'reservation' and ${!isZoneChange})
          union select golfer_id from ${waitingList} where tee_time_id = t.id and ${!isZoneChange}
        ) p
        where p.golfer_id is distinct from ${change.by}::int and t.id = any(${sql.param(change.teeTimeIds)}::int[]) and ${stillApplies}
        group by p.golfer_id, t.group_id
      ) players
      where ${noneHeld(event, sql`golfer_id`, sql`tee_time_ids`, sql`held.data ? 'zone' = ${isZoneChange}`)}
        and not exists (select from ${deliveries} known
          where known.golfer_id = players.golfer_id and known.event = ${event}
            and known.tee_time_ids = players.tee_time_ids
            and ${editVersion} between (known.data ->> 'from')::int and (known.data ->> 'upTo')::int)`,
    now,
  )
  if (event === 'changed') await requeueHeldMessages(tx, change.teeTimeIds)
}

export async function notifyOfRequests(tx: Queries, groupId: number, now: Date): Promise<void> {
  await queueForEach(
    tx,
    'join-request',
    sql`select m.golfer_id, m.group_id, '{}'::int[] as tee_time_ids, '{}'::jsonb as data,
        'join-request:' || m.group_id || ':' || newest.id || ':' || m.golfer_id as key
      from ${groups} g
      join ${groupMembers} m on m.group_id = g.id and (m.is_admin or m.golfer_id = g.owner_id)
      cross join lateral (select max(id) as id from ${joinRequests}
        where ${isRequestListedIn(sql`g.id`)}) newest
      where g.id = ${groupId} and newest.id is not null`,
    now,
  )
}

export async function findLastNotifiedOfRequests(tx: Queries, groupId: number, after: Date) {
  const { createdAt, event } = deliveries
  const [row] = await tx
    .select({ at: max(createdAt) })
    .from(deliveries)
    .where(and(eq(deliveries.groupId, groupId), eq(event, 'join-request'), gt(createdAt, after)))
  return row?.at ?? undefined
}

/**
 * Matches if no message about the same event is held. A held message is composed when it is sent, so it will
 * include this change.
 */
const noneHeld = (
  event: AlertEvent,
  golferId: SQL,
  teeTimeIds: SQL,
  condition = sql`true`,
) => sql`not exists (
  select from ${deliveries} held where held.golfer_id = ${golferId} and held.event = ${event}
    and held.status = 'deferred' and held.tee_time_ids = ${teeTimeIds} and ${condition})`

const matchingMembers = (event: 'posted' | 'opened', teeTimeIds: SQL) => sql`
  select matched.id, member.golfer_id
  from ${teeTimes} matched
  join ${groupMembers} member on member.group_id = matched.group_id
    and member.golfer_id <> matched.creator_id
  where matched.id = ${teeTimeIds}
    and message_refusal(member.golfer_id, member.group_id, ${event}) is null
    and exists (
      select from ${savedAlerts} alert
      where alert.group_id = member.group_id and alert.golfer_id = member.golfer_id
        and extract(isodow from matched.date) = any (alert.days)
        and (alert.not_before is null or alert.not_before <= matched.time)
        and (alert.not_after is null or alert.not_after >= matched.time)
        -- The tee time's course contains all words of the alert's course, in any order.
        and not exists (
          select from regexp_split_to_table(lower(alert.course), '\\s+') as word
          where position(word in lower(matched.course)) = 0))
    and not ${isPlayerIn(sql`matched.id`, sql`member.golfer_id`)}`

/** Matches if tee time `t` matches a saved alert of member `m`. The subquery runs only once per statement. */
const matchesSavedAlert = (event: 'posted' | 'opened', teeTimeIds: SQL) =>
  sql`(t.id, m.golfer_id) in (${matchingMembers(event, teeTimeIds)})`

/** Marks all existing tee times as announced, and deletes the pending messages to creators. */
export async function markAllAnnounced(tx: Queries, now: Date): Promise<void> {
  await tx.execute(sql`
    update ${teeTimes} set announced_at = ${now},
      saved_alerts_notified_at = coalesce(saved_alerts_notified_at, ${now})
    where announced_at is null`)
  await tx.delete(creatorNotices)
}
