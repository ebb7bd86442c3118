import type { Context } from '../context.ts'
import { purgeFailedJobs, purgeRows } from '../platform/database/purge.ts'

/** What happens to a table's rows: purged here, purged by a feature's own job, or kept. */
export type Retention =
  | { readonly days: number; readonly after: string }
  | { readonly job: string }
  | { readonly kept: string }

const LIVES_WITH_IT = 'goes with the group, golfer or tee time it belongs to'

/**
 * Every table of the app. A test checks this against the database catalog: a new table needs an entry.
 * `after` is the indexed column that the age is counted from.
 */
export const RETENTION: Readonly<Record<string, Retention>> = {
  audit_entries: { days: 730, after: 'at' },
  calendar_feeds: { kept: LIVES_WITH_IT },
  consent_entries: { kept: 'proves who agreed to texts, and when' },
  creator_notices: { job: 'notify_creators' },
  deliveries: { job: 'forget_deliveries' },
  golfers: { kept: 'a deleted account leaves a nameless row' },
  group_members: { kept: LIVES_WITH_IT },
  group_times: { kept: 'computes for how long a group is paid' },
  groups: { job: 'purge_deleted_groups' },
  idempotency_keys: { job: 'purge_idempotency_keys' },
  incoming_texts: { days: 180, after: 'received_at' },
  installation_keys: { kept: 'one row for each kind of key' },
  invitation_rests: { kept: 'tells for how long a group may not invite again' },
  invitations: { kept: LIVES_WITH_IT },
  invite_links: { job: 'forget_expired_links' },
  join_requests: { kept: LIVES_WITH_IT },
  late_notices: { days: 90, after: 'told_at' },
  live_events: { kept: 'for less than a minute; every node deletes old ones' },
  messages: { kept: 'the outbox of local mode' },
  payment_events: { days: 90, after: 'at' },
  payment_returns: { kept: 'computes for how long a group is paid' },
  payments: { kept: 'computes for how long a group is paid' },
  preferences: { kept: LIVES_WITH_IT },
  push_keys: { kept: 'one row' },
  push_subscriptions: { kept: 'goes when the push service calls it gone' },
  recovery_codes: { kept: LIVES_WITH_IT },
  sandbox_objects: { kept: 'the pretend payments of local mode' },
  sessions: { job: 'forget_dead_sessions' },
  sign_in_delays: { job: 'forget_dead_sessions' },
  sign_in_networks: { job: 'forget_dead_sessions' },
  sign_in_codes: { kept: LIVES_WITH_IT },
  signups: { job: 'forget_expired_links' },
  spots: { kept: 'history of rounds; `purge_old_rows` clears late withdrawals after 180 days' },
  standing_dates: { kept: LIVES_WITH_IT },
  standing_times: { kept: LIVES_WITH_IT },
  standing_wishes: { kept: LIVES_WITH_IT },
  subscriptions: { kept: 'computes for how long a group is paid' },
  tee_time_delays: { days: 90, after: 'delayed_at' },
  tee_times: { kept: 'history of rounds' },
  text_days: { job: 'forget_deliveries' },
  text_list_lines: { kept: 'goes with its list' },
  text_lists: { job: 'forget_texts' },
  text_numbers: { kept: 'numbers that said STOP' },
  sql_functions: { kept: 'one row for each function and view' },
  time_zone_data: { kept: 'one row' },
  waiting_events: { days: 90, after: 'at' },
  waiting_list: { job: 'archive_tee_times' },
  weather_checks: { days: 30, after: 'checked_at' },
  weather_forecasts: { job: 'purge_weather' },
  weather_places: { job: 'purge_weather' },
  weather_watches: { kept: LIVES_WITH_IT },
  welcome_links: { job: 'forget_expired_links' },
}

/** How long failed jobs are kept for inspection once their retries are used up. */
export const FAILED_JOBS_DAYS = 30

const DAY = 86_400_000

/** Deletes rows that are past their retention, table by table. */
export async function purgeOldRows({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY)
  for (const [table, retention] of Object.entries(RETENTION)) {
    if (!('days' in retention)) continue
    await purgeRows(db, { table, column: retention.after, before: daysAgo(retention.days) })
  }
  await purgeFailedJobs(db, daysAgo(FAILED_JOBS_DAYS))
}
