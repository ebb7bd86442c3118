import { type SQL, sql } from 'drizzle-orm'
import { type AlertEvent, SECOND_REMINDER_HOURS } from '../../../contract/alerts.ts'
import { groups } from '../../groups/index.ts'
import { preferences } from '../../identity/index.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { isoTextOf } from '../../platform/database/iso-instant.ts'
import type { Recipient } from '../../ports.ts'
import { isUpcoming, spots, teeTimeDelays, teeTimes } from '../../tee-times/index.ts'
import { deliveries } from '../schema.ts'

type RecipientRow = Recipient & Record<string, unknown>

/** A date (in the group's time zone) on which a player has rounds. */
type RoundDate = { date: string; playerZone: string }

const REMINDER_LEAD = `${SECOND_REMINDER_HOURS} hours`

const zoneOfGolfer = sql`coalesce(chosen.time_zone, g.time_zone)`

const playersInRounds = sql`${teeTimes} t
  join ${groups} g on g.id = t.group_id and g.is_active
  join ${spots} p on p.tee_time_id = t.id and p.status = 'player'
  left join ${preferences} chosen on chosen.golfer_id = p.golfer_id`

export async function listRoundDates(db: Queries, now: Date, startsBefore: Date) {
  const { rows } = await db.execute<RoundDate>(sql`
    select distinct t.date, ${zoneOfGolfer} as "playerZone" from ${playersInRounds}
    where ${isUpcoming(now)} and t.starts_at <= ${startsBefore}`)
  return rows
}

/** Leaves out rounds for which the reminder shortly before tee-off is already due. */
export function findPlayersOnDates(
  db: Queries,
  due: readonly (RoundDate & { dueAt: Date })[],
  now: Date,
  startsBefore: Date,
) {
  const dueTimes = sql`jsonb_to_recordset(${JSON.stringify(due)}::jsonb)
    as due (date date, "playerZone" text, "dueAt" timestamptz)
    on due.date = t.date and due."playerZone" = ${zoneOfGolfer} and t.starts_at <= ${startsBefore}
      and t.starts_at > "dueAt" + ${REMINDER_LEAD}::interval`
  return findPlayers(db, 'reminder-evening', dueTimes, now)
}

export function findPlayersStartingSoon(db: Queries, now: Date, from: Date, until: Date) {
  const dueTimes = sql`lateral (select t.starts_at - ${REMINDER_LEAD}::interval as "dueAt") due
    on t.starts_at >= ${from} and t.starts_at <= ${until}
      -- Skip rounds that were delayed after the reminder was due: players were notified of the delay.
      and not exists (select from ${teeTimeDelays} d
        where d.tee_time_id = t.id and d.starts_at = t.starts_at
          and d.delayed_at >= d.started_at - ${REMINDER_LEAD}::interval)`
  return findPlayers(db, 'reminder-soon', dueTimes, now)
}

/** Leaves out players who got their spot after `dueAt`, when the reminder was due. */
async function findPlayers(db: Queries, event: AlertEvent, dueTimes: SQL, now: Date) {
  const startsAt = isoTextOf(sql`t.starts_at`)
  const { rows } = await db.execute<RecipientRow>(sql`
      select p.golfer_id as "golferId", t.group_id as "groupId", array[t.id] as "teeTimeIds",
        jsonb_build_object('startsAt', ${startsAt}) as data, key
      from ${playersInRounds} join ${dueTimes}
      cross join lateral (
        select ${event}::text || ':' || t.id || ':' || p.golfer_id || ':' || ${startsAt} as key
      ) keys
      where ${isUpcoming(now)} and p.claimed_at < "dueAt"
        and not exists (select from ${deliveries} known where known.key = keys.key)`)
  return rows
}

/** Leaves out groups that were created with less than `days` days left. */
export async function findOwnersNearExpiry(db: Queries, days: number, now: Date) {
  const from = new Date(now.getTime() + (days - 1) * DAY_MS)
  const until = new Date(now.getTime() + days * DAY_MS)
  const { rows } = await db.execute<RecipientRow>(sql`
      select g.owner_id as "golferId", g.id as "groupId", '{}'::int[] as "teeTimeIds",
        jsonb_build_object('expiryDate', ${isoTextOf(sql`g.expiry_date`)}) as data,
        'trial-ends:' || g.id || ':' || ${days}::int || ':' || ${isoTextOf(sql`g.expiry_date`)} as key
      from ${groups} g
      where g.is_active and not g.renews
        and g.expiry_date > ${from} and g.expiry_date <= ${until}
        and g.created_at < g.expiry_date - ${`${days} days`}::interval`)
  return rows
}
