import { AUDIT_ENTRIES_KEPT_DAYS, DELIVERIES_KEPT_DAYS } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { DAY_MS } from '../platform/clock.ts'
import { purgeFailedJobs, purgeRows } from '../platform/database/purge.ts'

/** When rows are deleted: `days` after a time in the row, or by `job`. `kept` says why neither applies. */
type Retention =
  | { readonly days: number; readonly after: string }
  | { readonly job: string }
  | { readonly kept: string }

const DELETED_WITH_PARENT = 'deleted with the group, golfer or tee time it belongs to'

/** Every table of the app. The age of a row is counted from its `after` column, which has an index. */
export const RETENTION: Readonly<Record<string, Retention>> = {
  audit_entries: { days: AUDIT_ENTRIES_KEPT_DAYS, after: 'at' },
  calendar_feeds: { kept: DELETED_WITH_PARENT },
  consent_entries: { kept: 'proof of who agreed to texts, and when' },
  creator_notices: { job: 'notify_creators' },
  deliveries: { days: DELIVERIES_KEPT_DAYS, after: 'created_at' },
  golfers: { kept: 'a deleted account keeps a row without personal data' },
  group_members: { kept: DELETED_WITH_PARENT },
  group_times: { kept: 'needed to compute how long a group is paid for' },
  groups: { job: 'purge_deleted_groups' },
  idempotency_keys: { job: 'purge_idempotency_keys' },
  incoming_texts: { days: 180, after: 'received_at' },
  installation_keys: { kept: 'one row per kind of key' },
  invite_cooldowns: { days: 0, after: 'until' },
  invitations: { job: 'delete_expired_links' },
  invite_links: { job: 'delete_expired_links' },
  join_requests: { job: 'delete_expired_links' },
  late_notices: { days: 90, after: 'notified_at' },
  live_events: { kept: 'for less than a minute; each node deletes old rows' },
  messages: { kept: 'the outbox of local mode' },
  payment_events: { days: 90, after: 'at' },
  payment_refunds: { kept: 'needed to compute how long a group is paid for' },
  payments: { kept: 'needed to compute how long a group is paid for' },
  preferences: { kept: DELETED_WITH_PARENT },
  push_keys: { kept: 'one row' },
  push_subscriptions: { kept: 'deleted when the push service reports it gone' },
  recovery_codes: { kept: DELETED_WITH_PARENT },
  sandbox_objects: { kept: 'the simulated payments of local mode' },
  schema_release: { kept: 'one row' },
  sessions: { job: 'delete_dead_sessions' },
  sign_in_delays: { days: 1, after: 'updated_at' },
  sign_in_networks: { days: 1, after: 'at' },
  sign_in_codes: { kept: DELETED_WITH_PARENT },
  signups: { job: 'delete_expired_links' },
  spots: { kept: 'round history; `purge_old_rows` clears late withdrawals after 180 days' },
  recurring_dates: { kept: DELETED_WITH_PARENT },
  recurring_tee_times: { kept: DELETED_WITH_PARENT },
  saved_alerts: { kept: DELETED_WITH_PARENT },
  subscriptions: { kept: 'needed to compute how long a group is paid for' },
  tee_time_delays: { days: 90, after: 'delayed_at' },
  tee_times: { kept: 'round history' },
  text_days: { days: DELIVERIES_KEPT_DAYS, after: 'day' },
  text_list_entries: { kept: 'deleted with its list' },
  text_lists: { job: 'delete_old_texts' },
  text_numbers: { kept: 'numbers that sent STOP' },
  sql_functions: { kept: 'one row per function or view' },
  time_zone_data: { kept: 'one row' },
  waiting_events: { days: 90, after: 'at' },
  waiting_list: { job: 'archive_tee_times' },
  weather_checks: { days: 30, after: 'checked_at' },
  weather_forecasts: { job: 'purge_weather' },
  weather_places: { job: 'purge_weather' },
  weather_watches: { kept: DELETED_WITH_PARENT },
  welcome_links: { days: 0, after: 'expires_at' },
}

/** How many days operators can inspect a job that has used up its retries. */
export const FAILED_JOBS_DAYS = 30

export async function purgeOldRows({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  for (const [table, retention] of Object.entries(RETENTION)) {
    if (!('days' in retention)) continue
    await purgeRows(db, { table, column: retention.after, before: daysAgo(retention.days) })
  }
  await purgeFailedJobs(db, daysAgo(FAILED_JOBS_DAYS))
}
