import { alignRenewal } from '../billing/align-renewal.ts'
import { endSubscription } from '../billing/end-subscription.ts'
import { lapseGroups } from '../billing/lapse-groups.ts'
import { reconcile } from '../billing/reconcile.ts'
import { refreshSubscription } from '../billing/refresh-subscription.ts'
import { refundPayment } from '../billing/refund-payment.ts'
import { handNotice } from '../billing/sandbox/hand-notice.ts'
import type { Context } from '../context.ts'
import { purgeDeletedGroups } from '../groups/deletion/purge-groups.ts'
import { forgetInvitations } from '../groups/invitations/answer-invitation.ts'
import { forgetOldInvites } from '../groups/invite-links/forget-old.ts'
import { forgetSignups } from '../groups/signups/start-group.ts'
import { forgetLinks } from '../groups/welcome/use-link.ts'
import { forgetDeadSessions } from '../identity/sessions/end-session.ts'
import { forgetOldFailures } from '../identity/sign-in-delays/count-try.ts'
import { LiveDoorbell } from '../live/live-doorbell.ts'
import { signalLiveEvents } from '../live/store.ts'
import { composeAlert } from '../messaging/alerts/compose-alert.ts'
import { notifyCreators } from '../messaging/alerts/notify-creators.ts'
import { tellCancelled } from '../messaging/alerts/tell-cancelled.ts'
import { tellChanged, tellMoved } from '../messaging/alerts/tell-changed.ts'
import { tellJoinRequests } from '../messaging/alerts/tell-join-requests.ts'
import { tellOpened } from '../messaging/alerts/tell-opened.ts'
import { tellPosted } from '../messaging/alerts/tell-posted.ts'
import { deliver } from '../messaging/deliveries/deliver.ts'
import { forgetDeliveries } from '../messaging/deliveries/forget-deliveries.ts'
import { releaseHeld } from '../messaging/deliveries/release-held.ts'
import { takeEarlyReport } from '../messaging/deliveries/take-report.ts'
import { answerRequest } from '../messaging/links/answer-request.ts'
import { mailInvitation } from '../messaging/links/mail-invitation.ts'
import { mailLink } from '../messaging/links/mail-link.ts'
import { remindPlayers } from '../messaging/reminders/remind-players.ts'
import { tellTrialEnd } from '../messaging/reminders/tell-trial-end.ts'
import { forgetTexts } from '../messaging/text-commands/forget-texts.ts'
import { purgeKeys } from '../platform/idempotency/purge-keys.ts'
import type { Lane, Schedule, Tasks } from '../platform/jobs/work-jobs.ts'
import { isSandbox } from '../providers/payments/sandbox.ts'
import { clearEnded, forgetLateWithdrawals } from '../tee-times/archive/clear-ended.ts'
import { archiveAll } from '../tee-times/archive-tee-times.ts'
import { guardDeadlines } from '../tee-times/cut-offs/guard-deadlines.ts'
import { postStandingTimes } from '../tee-times/recurring/post-due.ts'
import { recomputeInstants } from '../tee-times/time-zone-data/recompute-instants.ts'
import { moveHolds } from '../tee-times/waiting-lists/move-holds.ts'
import { settleLines } from '../tee-times/waiting-lists/settle-lines.ts'
import { purgeWeather } from '../weather/purge-weather.ts'
import { weatherReader } from '../weather/read-weather.ts'
import { watchWeather } from '../weather/watch/watch-weather.ts'
import { purgeOldRows } from './retention.ts'

/** Returns every job of the app, by task identifier. Each job signals its changes to live clients. */
export function tasksOf(ctx: Context): Tasks {
  const doorbell = new LiveDoorbell(() => signalLiveEvents(ctx.db), ctx.log)
  const ringAfter = (task: Tasks[string]) => (payload: unknown) =>
    task(payload).finally(() => doorbell.ring())
  return Object.fromEntries(
    Object.entries(allTasks(ctx)).map(([name, task]) => [name, ringAfter(task)]),
  )
}

function allTasks(ctx: Context): Tasks {
  const readWeather = weatherReader(ctx, { onlyNear: true })
  return {
    archive_tee_times: async () => {
      await archiveAll(ctx)
      await clearEnded(ctx)
    },
    purge_idempotency_keys: () => purgeKeys(ctx),
    purge_weather: async () => {
      await purgeWeather(ctx)
    },
    purge_old_rows: async () => {
      await purgeOldRows(ctx)
      await forgetLateWithdrawals(ctx)
    },
    forget_dead_sessions: async () => {
      await forgetDeadSessions(ctx)
      await forgetOldFailures(ctx)
    },
    forget_expired_links: async () => {
      await forgetLinks(ctx)
      await forgetSignups(ctx)
      await forgetOldInvites(ctx)
      await forgetInvitations(ctx)
    },
    purge_deleted_groups: () => purgeDeletedGroups(ctx),
    ...deliveryTasks(ctx),
    take_report: (payload) => takeEarlyReport(ctx, payload),
    release_held: async () => {
      await releaseHeld(ctx)
    },
    forget_deliveries: async () => {
      await forgetDeliveries(ctx)
    },
    forget_texts: async () => {
      await forgetTexts(ctx)
    },
    mail_welcome_link: (payload) => mailLink(ctx, payload),
    mail_invitation: (payload) => mailInvitation(ctx, payload),
    forgot_password: (payload) => answerRequest(ctx, payload),
    tell_posted: (payload) => tellPosted(ctx, payload),
    notify_creators: () => notifyCreators(ctx),
    tell_opened: (payload) => tellOpened(ctx, payload),
    tell_changed: (payload) => tellChanged(ctx, payload),
    tell_moved: (payload) => tellMoved(ctx, payload),
    tell_cancelled: (payload) => tellCancelled(ctx, payload),
    tell_join_requests: (payload) => tellJoinRequests(ctx, payload),
    settle_lines: () => settleLines(ctx),
    move_holds: (payload) => moveHolds(ctx, payload),
    post_standing_times: () => postStandingTimes(ctx),
    remind_players: () => remindPlayers(ctx),
    watch_weather: () => watchWeather(ctx, readWeather),
    guard_deadlines: () => guardDeadlines(ctx),
    tell_trial_end: () => tellTrialEnd(ctx),
    reconcile_payments: () => reconcile(ctx),
    refresh_subscription: (payload) => refreshSubscription(ctx, payload),
    align_renewal: (payload) => alignRenewal(ctx, payload),
    end_subscription: (payload) => endSubscription(ctx, payload),
    refund_payment: (payload) => refundPayment(ctx, payload),
    lapse_groups: () => lapseGroups(ctx),
    recompute_instants: () => recomputeInstants(ctx),
    ...sandboxTasks(ctx),
  }
}

/** One task under four names, so that each runs on its own lane's workers; see `queue_delivery`. */
function deliveryTasks(ctx: Context): Tasks {
  const send = (payload: unknown) => deliver(ctx, payload, composeAlert)
  return { deliver: send, deliver_reply: send, deliver_offer: send, deliver_notice: send }
}

/** Jobs that must not wait behind others: replies to texts, spot offers, and emails about passwords. */
export const LANES: readonly Lane[] = [
  { tasks: ['deliver_reply'], concurrency: 2 },
  { tasks: ['settle_lines', 'move_holds', 'deliver_offer'], concurrency: 4 },
  { tasks: ['forgot_password', 'mail_welcome_link', 'deliver_notice'], concurrency: 4 },
]

/** Returns the local payment sandbox's jobs, if there is a sandbox. */
function sandboxTasks(ctx: Context): Tasks {
  const { payments: sandbox } = ctx
  if (!isSandbox(sandbox)) return {}
  return {
    sandbox_notice: (payload) => handNotice(ctx, sandbox, payload),
    work_sandbox: () => sandbox.workDue(),
  }
}

/** Returns the schedule of jobs that run automatically. */
export function scheduleOf(ctx: Context): Schedule[] {
  return isSandbox(ctx.payments)
    ? [...SCHEDULE, { task: 'work_sandbox', at: '* * * * *' }]
    : SCHEDULE
}

/** Times are UTC. */
const SCHEDULE: Schedule[] = [
  { task: 'release_held', at: '* * * * *' },
  { task: 'notify_creators', at: '* * * * *' },
  { task: 'remind_players', at: '* * * * *' },
  { task: 'watch_weather', at: '* * * * *' },
  { task: 'guard_deadlines', at: '* * * * *' },
  { task: 'settle_lines', at: '* * * * *' },
  { task: 'post_standing_times', at: '* * * * *' },
  { task: 'tell_trial_end', at: '11 * * * *' },
  { task: 'reconcile_payments', at: '23 * * * *' },
  { task: 'lapse_groups', at: '*/15 * * * *' },
  { task: 'forget_deliveries', at: '37 9 * * *' },
  { task: 'forget_texts', at: '47 9 * * *' },
  { task: 'archive_tee_times', at: '*/15 * * * *' },
  { task: 'purge_weather', at: '41 * * * *' },
  { task: 'purge_idempotency_keys', at: '51 * * * *' },
  { task: 'purge_old_rows', at: '7 10 * * *' },
  { task: 'forget_dead_sessions', at: '17 9 * * *' },
  { task: 'forget_expired_links', at: '27 9 * * *' },
  { task: 'recompute_instants', at: '7 9 * * *' },
  { task: 'purge_deleted_groups', at: '57 9 * * *' },
]
