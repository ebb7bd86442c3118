import {
  alignRenewal,
  deliverEvent,
  endSubscription,
  expireGroups,
  reconcile,
  refreshSubscription,
  refundPayment,
} from '../billing/index.ts'
import type { Context } from '../context.ts'
import {
  deleteOldInvitations,
  deleteOldInvites,
  deleteOldLinks,
  deleteOldSignups,
  purgeDeletedGroups,
} from '../groups/index.ts'
import { purgeDeadSessions, purgeOldFailures } from '../identity/index.ts'
import { LiveSignaler, signalLiveEvents } from '../live/index.ts'
import {
  composeAlert,
  deleteOldDeliveries,
  deleteOldTexts,
  deliver,
  handleEarlyReport,
  mailInvitation,
  mailLink,
  mailRequestedLink,
  notifyCancelled,
  notifyChanged,
  notifyCreators,
  notifyJoinRequests,
  notifyMoved,
  notifyOpened,
  notifyPosted,
  notifyTrialEnd,
  releaseDeferred,
  remindPlayers,
} from '../messaging/index.ts'
import { purgeKeys } from '../platform/idempotency/run-once.ts'
import type { Lane, Schedule, Tasks } from '../platform/jobs/work-jobs.ts'
import { isSandbox } from '../providers/payments/sandbox.ts'
import {
  archiveTeeTimes,
  clearEndedTeeTimes,
  postRecurringTeeTimes,
  purgeLateWithdrawals,
  recomputeInstants,
  remindOfCutOffs,
  settleWaitingLists,
  shortenReservations,
} from '../tee-times/index.ts'
import { purgeWeather, watchWeather, weatherReader } from '../weather/index.ts'
import { purgeOldRows } from './retention.ts'

/** Returns every job of the app, by task identifier. Each job signals its changes to live clients. */
export function tasksOf(ctx: Context): Tasks {
  const signaler = new LiveSignaler(() => signalLiveEvents(ctx.db), ctx.log)
  const ringAfter = (task: Task) => async (payload: unknown) => {
    await task(payload).finally(() => signaler.signalSoon())
  }
  return Object.fromEntries(
    Object.entries(allTasks(ctx)).map(([name, task]) => [name, ringAfter(task)]),
  )
}

type Task = (payload: unknown) => Promise<unknown>

function allTasks(ctx: Context): Record<string, Task> {
  const readWeather = weatherReader(ctx, { onlyNear: true })
  return {
    archive_tee_times: async () => {
      await archiveTeeTimes(ctx, 'everybody')
      await clearEndedTeeTimes(ctx)
    },
    purge_idempotency_keys: () => purgeKeys(ctx),
    purge_weather: () => purgeWeather(ctx),
    purge_old_rows: async () => {
      await purgeOldRows(ctx)
      await purgeLateWithdrawals(ctx)
    },
    delete_dead_sessions: async () => {
      await purgeDeadSessions(ctx)
      await purgeOldFailures(ctx)
    },
    delete_expired_links: async () => {
      await deleteOldLinks(ctx)
      await deleteOldSignups(ctx)
      await deleteOldInvites(ctx)
      await deleteOldInvitations(ctx)
    },
    purge_deleted_groups: () => purgeDeletedGroups(ctx),
    ...deliveryTasks(ctx),
    take_report: (payload) => handleEarlyReport(ctx, payload),
    release_deferred: () => releaseDeferred(ctx),
    delete_old_deliveries: () => deleteOldDeliveries(ctx),
    delete_old_texts: () => deleteOldTexts(ctx),
    mail_welcome_link: (payload) => mailLink(ctx, payload),
    mail_invitation: (payload) => mailInvitation(ctx, payload),
    forgot_password: (payload) => mailRequestedLink(ctx, payload),
    notify_posted: (payload) => notifyPosted(ctx, payload),
    notify_creators: () => notifyCreators(ctx),
    notify_opened: (payload) => notifyOpened(ctx, payload),
    notify_changed: (payload) => notifyChanged(ctx, payload),
    notify_moved: (payload) => notifyMoved(ctx, payload),
    notify_canceled: (payload) => notifyCancelled(ctx, payload),
    notify_join_requests: (payload) => notifyJoinRequests(ctx, payload),
    settle_waiting_lists: () => settleWaitingLists(ctx),
    shorten_reservations: (payload) => shortenReservations(ctx, payload),
    post_recurring_tee_times: () => postRecurringTeeTimes(ctx),
    remind_players: () => remindPlayers(ctx),
    watch_weather: () => watchWeather(ctx, readWeather),
    remind_cut_offs: () => remindOfCutOffs(ctx),
    notify_trial_end: () => notifyTrialEnd(ctx),
    reconcile_payments: () => reconcile(ctx),
    refresh_subscription: (payload) => refreshSubscription(ctx, payload),
    align_renewal: (payload) => alignRenewal(ctx, payload),
    end_subscription: (payload) => endSubscription(ctx, payload),
    refund_payment: (payload) => refundPayment(ctx, payload),
    expire_groups: () => expireGroups(ctx),
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
  { tasks: ['settle_waiting_lists', 'shorten_reservations', 'deliver_offer'], concurrency: 4 },
  { tasks: ['forgot_password', 'mail_welcome_link', 'deliver_notice'], concurrency: 4 },
]

/** Returns the local payment sandbox's jobs, if there is a sandbox. */
function sandboxTasks(ctx: Context): Tasks {
  const { payments: sandbox } = ctx
  if (!isSandbox(sandbox)) return {}
  return {
    sandbox_event: (payload) => deliverEvent(ctx, sandbox, payload),
    work_sandbox: () => sandbox.runDueWork(),
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
  { task: 'release_deferred', at: '* * * * *' },
  { task: 'notify_creators', at: '* * * * *' },
  { task: 'remind_players', at: '* * * * *' },
  { task: 'watch_weather', at: '* * * * *' },
  { task: 'remind_cut_offs', at: '* * * * *' },
  { task: 'settle_waiting_lists', at: '* * * * *' },
  { task: 'post_recurring_tee_times', at: '* * * * *' },
  { task: 'notify_trial_end', at: '11 * * * *' },
  { task: 'reconcile_payments', at: '23 * * * *' },
  { task: 'expire_groups', at: '*/15 * * * *' },
  { task: 'delete_old_deliveries', at: '37 9 * * *' },
  { task: 'delete_old_texts', at: '47 9 * * *' },
  { task: 'archive_tee_times', at: '*/15 * * * *' },
  { task: 'purge_weather', at: '41 * * * *' },
  { task: 'purge_idempotency_keys', at: '51 * * * *' },
  { task: 'purge_old_rows', at: '7 10 * * *' },
  { task: 'delete_dead_sessions', at: '17 9 * * *' },
  { task: 'delete_expired_links', at: '27 9 * * *' },
  { task: 'recompute_instants', at: '7 9 * * *' },
  { task: 'purge_deleted_groups', at: '57 9 * * *' },
]
