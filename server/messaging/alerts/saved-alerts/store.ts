import { type SQL, sql } from 'drizzle-orm'
import { groupMembers } from '../../../groups/index.ts'
import { preferences } from '../../../identity/index.ts'
import { plays, savedAlerts, teeTimes } from '../../../tee-times/index.ts'

/**
 * Selects tee time ids, each with the ids of members whose saved alerts match it. Leaves out its creator
 * and players, and members who switched such messages off.
 */
export const matchingMembers = (event: 'posted' | 'opened', teeTimeIds: SQL) => sql`
  select matched.id, member.golfer_id
  from ${teeTimes} matched
  join ${groupMembers} member on member.group_id = matched.group_id
    and member.golfer_id <> matched.creator_id and not member.muted
  left join ${preferences} chosen on chosen.golfer_id = member.golfer_id
  where matched.id = ${teeTimeIds} and coalesce(chosen.channels ->> ${event}::text, 'text') <> 'off'
    and exists (
      select from ${savedAlerts} alert
      where alert.group_id = member.group_id and alert.golfer_id = member.golfer_id
        and extract(isodow from matched.date) = any (alert.days)
        and (alert.not_before is null or alert.not_before <= matched.time)
        and (alert.not_after is null or alert.not_after >= matched.time)
        -- The course has all of its words, in any order.
        and not exists (
          select from regexp_split_to_table(lower(alert.course), '\\s+') as word
          where position(word in lower(matched.course)) = 0))
    and not ${plays(sql`matched.id`, sql`member.golfer_id`)}`

/** A condition that the tee time `t` matches a saved alert of the member `m`. Evaluated once for all rows. */
export const matchesAlert = (event: 'posted' | 'opened', teeTimeIds: SQL) =>
  sql`(t.id, m.golfer_id) in (${matchingMembers(event, teeTimeIds)})`
