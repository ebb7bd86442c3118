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
import { listDeletedAccounts, purgeDeadSessions, purgeOldFailures } from '../identity/index.ts'
import { liveSignaler, signalLiveEvents } from '../live/index.ts'
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
import { saveDeletedAccounts } from '../platform/database/backup/deleted-accounts.ts'
import { backUpIfDue } from '../platform/database/backup/nightly.ts'
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
import { createReadWeather, purgeWeather, watchWeather } from '../weather/index.ts'
import { purgeOldRows } from './retention.ts'

/** Returns every job of the app, by task identifier. After each job, signals its changes to live clients. */
export function tasksOf(ctx: Context): Tasks {
  const signaler = liveSignaler(() => signalLiveEvents(ctx.db), ctx.log)
  const tasks: Tasks = {}
  const add = (name: string, job: Job) => {
    tasks[name] = async (payload) => {
      await job(ctx, payload).finally(() => signaler.signalSoon())
    }
  }
  for (const [name, job] of Object.entries(queuedJobs(ctx))) add(name, job)
  for (const [name, [, job]] of Object.entries(scheduledJobs(ctx))) add(name, job)
  return tasks
}

export function scheduleOf(ctx: Context): Schedule[] {
  return Object.entries(scheduledJobs(ctx)).map(([task, [at]]) => ({ task, at }))
}

type Job = (ctx: Context, payload: unknown) => Promise<unknown>

const send: Job = (ctx, payload) => deliver(ctx, payload, composeAlert)

/** The jobs that send messages or decide who gets them. */
const MESSAGE_JOBS: Record<string, Job> = {
  // The same job under four names, because lanes are chosen by task name; see `queue_delivery`.
  deliver: send,
  deliver_reply: send,
  deliver_offer: send,
  deliver_notice: send,
  mail_welcome_link: mailLink,
  mail_invitation: mailInvitation,
  forgot_password: mailRequestedLink,
  notify_posted: notifyPosted,
  notify_opened: notifyOpened,
  notify_changed: notifyChanged,
  notify_moved: notifyMoved,
  notify_canceled: notifyCancelled,
  notify_join_requests: notifyJoinRequests,
}

export const MESSAGE_TASKS = Object.keys(MESSAGE_JOBS)

function queuedJobs({ payments: sandbox }: Context): Record<string, Job> {
  return {
    ...MESSAGE_JOBS,
    take_report: handleEarlyReport,
    shorten_reservations: shortenReservations,
    refresh_subscription: refreshSubscription,
    align_renewal: alignRenewal,
    end_subscription: endSubscription,
    refund_payment: refundPayment,
    ...(isSandbox(sandbox) && {
      sandbox_event: (ctx: Context, payload: unknown) => deliverEvent(ctx, sandbox, payload),
    }),
  }
}

/** Jobs that must not wait behind others. */
export const LANES: readonly Lane[] = [
  { tasks: ['deliver_reply'], concurrency: 2 },
  { tasks: ['settle_waiting_lists', 'shorten_reservations', 'deliver_offer'], concurrency: 4 },
  { tasks: ['forgot_password', 'mail_welcome_link', 'deliver_notice'], concurrency: 4 },
]

const EVERY_MINUTE = '* * * * *'

function scheduledJobs(ctx: Context): Record<string, readonly [at: string, job: Job]> {
  const { payments: sandbox, config, db, clock } = ctx
  const { backupDir } = config
  const readWeather = createReadWeather(ctx, { onlyNear: true })
  const archiveAll = () => archiveTeeTimes(ctx, 'everybody')
  const saveDeleted = async (folder: string) =>
    saveDeletedAccounts(folder, await listDeletedAccounts(db), clock.now())
  return {
    release_deferred: [EVERY_MINUTE, releaseDeferred],
    notify_creators: [EVERY_MINUTE, notifyCreators],
    remind_players: [EVERY_MINUTE, remindPlayers],
    watch_weather: [EVERY_MINUTE, () => watchWeather(ctx, readWeather)],
    remind_cut_offs: [EVERY_MINUTE, remindOfCutOffs],
    settle_waiting_lists: [EVERY_MINUTE, settleWaitingLists],
    post_recurring_tee_times: [EVERY_MINUTE, postRecurringTeeTimes],
    notify_trial_end: ['11 * * * *', notifyTrialEnd],
    reconcile_payments: ['23 * * * *', reconcile],
    expire_groups: ['*/15 * * * *', expireGroups],
    delete_old_deliveries: ['37 9 * * *', deleteOldDeliveries],
    delete_old_texts: ['47 9 * * *', deleteOldTexts],
    archive_tee_times: ['*/15 * * * *', inOrder(archiveAll, clearEndedTeeTimes)],
    purge_weather: ['41 * * * *', purgeWeather],
    purge_idempotency_keys: ['51 * * * *', purgeKeys],
    purge_old_rows: ['7 10 * * *', inOrder(purgeOldRows, purgeLateWithdrawals)],
    delete_dead_sessions: ['17 9 * * *', inOrder(purgeDeadSessions, purgeOldFailures)],
    delete_expired_links: [
      '27 9 * * *',
      inOrder(deleteOldLinks, deleteOldSignups, deleteOldInvites, deleteOldInvitations),
    ],
    recompute_instants: ['7 9 * * *', () => recomputeInstants(ctx)],
    purge_deleted_groups: ['57 9 * * *', purgeDeletedGroups],
    ...(isSandbox(sandbox) && { work_sandbox: [EVERY_MINUTE, () => sandbox.runDueWork()] }),
    ...(backupDir !== undefined && {
      back_up: ['13 * * * *', backUpIfDue],
      save_deleted_accounts: [EVERY_MINUTE, () => saveDeleted(backupDir)],
    }),
  }
}

function inOrder(...jobs: readonly Job[]): Job {
  return async (ctx, payload) => {
    for (const job of jobs) await job(ctx, payload)
  }
}
