import type { CronItem } from 'graphile-worker'
import * as billing from '../billing/index.ts'
import type { Context } from '../context.ts'
import * as groups from '../groups/index.ts'
import * as identity from '../identity/index.ts'
import * as live from '../live/index.ts'
import * as messaging from '../messaging/index.ts'
import { saveDeletedAccounts } from '../platform/database/backup/deleted-accounts.ts'
import { backUpIfDue } from '../platform/database/backup/nightly.ts'
import { purgeKeys } from '../platform/idempotency/run-once.ts'
import type { Tasks } from '../platform/jobs/start-runner.ts'
import type { Lane } from '../platform/jobs/work-jobs.ts'
import * as teeTimes from '../tee-times/index.ts'
import * as weather from '../weather/index.ts'
import { purgeOldRows } from './retention.ts'

/** Returns all jobs by task identifier. After each job, all nodes are signaled to read new live events. */
export function tasksOf(ctx: Context): Tasks {
  const signaler = live.liveSignaler(() => live.signalLiveEvents(ctx.db), ctx.log)
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

export function scheduleOf(ctx: Context): CronItem[] {
  return Object.entries(scheduledJobs(ctx)).map(([task, [match]]) => ({ task, match }))
}

type Job = (ctx: Context, payload: unknown) => Promise<unknown>

const sendDelivery: Job = (ctx, payload) => messaging.deliver(ctx, payload, messaging.composeAlert)

/** The jobs that send messages or decide who gets them. */
const MESSAGE_JOBS: Record<string, Job> = {
  // One job under four names, because the task name decides the lane. `add_deliver_job` picks the name.
  deliver: sendDelivery,
  deliver_reply: sendDelivery,
  deliver_offer: sendDelivery,
  deliver_notice: sendDelivery,
  mail_welcome_link: messaging.mailLink,
  mail_invitation: messaging.mailInvitation,
  forgot_password: messaging.mailRequestedLink,
  notify_posted: messaging.notifyPosted,
  notify_opened: messaging.notifyOpened,
  notify_changed: messaging.notifyChanged,
  notify_moved: messaging.notifyZoneChanged,
  notify_canceled: messaging.notifyCancelled,
  notify_join_requests: messaging.notifyJoinRequests,
}

export const MESSAGE_TASKS = Object.keys(MESSAGE_JOBS)

function queuedJobs({ payments }: Context): Record<string, Job> {
  return {
    ...MESSAGE_JOBS,
    // Scheduled by release 1.0.0. A run that it left behind would wait forever without this task.
    delete_old_deliveries: purgeOldRows,
    take_report: messaging.handleEarlyReport,
    shorten_reservations: teeTimes.shortenOffersAndReservations,
    refresh_subscription: billing.refreshSubscription,
    align_renewal: billing.alignRenewal,
    end_subscription: billing.endSubscription,
    refund_payment: billing.refundPayment,
    ...(billing.isSandbox(payments) && {
      sandbox_event: (ctx: Context, payload: unknown) =>
        billing.deliverEvent(ctx, payments, payload),
    }),
  }
}

/** These jobs have their own runners, so that they do not wait for slow or numerous other jobs. */
export const LANES: readonly Lane[] = [
  { tasks: ['deliver_reply'], concurrency: 2 },
  { tasks: ['settle_waiting_lists', 'shorten_reservations', 'deliver_offer'], concurrency: 4 },
  { tasks: ['forgot_password', 'mail_welcome_link', 'deliver_notice'], concurrency: 4 },
]

const EVERY_MINUTE = '* * * * *'

/** Returns the jobs that run at fixed times. `match` has five cron fields, in UTC. */
function scheduledJobs(ctx: Context): Record<string, readonly [match: string, job: Job]> {
  const { payments, config, db, clock } = ctx
  const { backupDir } = config
  const readWeather = weather.createReadWeather(ctx, { limitsDefaultPlace: true })
  const archiveAll = () => teeTimes.archiveTeeTimes(ctx, 'everybody')
  const saveDeleted = async (folder: string) =>
    saveDeletedAccounts(folder, await identity.listDeletedAccounts(db), clock.now())
  return {
    release_deferred: [EVERY_MINUTE, messaging.releaseDeferred],
    notify_creators: [EVERY_MINUTE, messaging.notifyCreators],
    remind_players: [EVERY_MINUTE, messaging.remindPlayers],
    watch_weather: [EVERY_MINUTE, () => weather.watchWeather(ctx, readWeather)],
    remind_cut_offs: [EVERY_MINUTE, teeTimes.remindOfCutOffs],
    settle_waiting_lists: [EVERY_MINUTE, teeTimes.settleWaitingLists],
    post_recurring_tee_times: [EVERY_MINUTE, teeTimes.postRecurringTeeTimes],
    notify_trial_end: ['11 * * * *', messaging.notifyTrialEnd],
    reconcile_payments: ['23 * * * *', billing.reconcile],
    expire_groups: ['*/15 * * * *', billing.expireGroups],
    delete_old_texts: ['47 9 * * *', messaging.deleteOldTexts],
    archive_tee_times: ['*/15 * * * *', inOrder(archiveAll, teeTimes.clearDataOfEndedTeeTimes)],
    purge_weather: ['41 * * * *', weather.purgeWeather],
    purge_idempotency_keys: ['51 * * * *', purgeKeys],
    purge_old_rows: ['7 10 * * *', inOrder(purgeOldRows, teeTimes.clearOldOwedSpots)],
    delete_dead_sessions: ['17 9 * * *', identity.purgeDeadSessions],
    delete_expired_links: ['27 9 * * *', groups.deleteOldRows],
    recompute_instants: ['7 9 * * *', () => teeTimes.recomputeInstants(ctx)],
    purge_deleted_groups: ['57 9 * * *', groups.purgeDeletedGroups],
    ...(billing.isSandbox(payments) && {
      work_sandbox: [EVERY_MINUTE, () => payments.runDueWork()],
    }),
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
