import type { Context } from '../context.ts'
import { deleteAgain } from '../identity/index.ts'
import { dropUnsent, markAllAnnounced, notifyTrialEnd, remindPlayers } from '../messaging/index.ts'
import type { DeletedAccount } from '../platform/database/backup/deleted-accounts.ts'
import { removeJobs } from '../platform/jobs/store.ts'
import { raiseVersions, remindOfCutOffs } from '../tee-times/index.ts'
import { watchWeather } from '../weather/index.ts'
import { MESSAGE_TASKS } from './jobs.ts'

const FAIR_WEATHER = {
  condition: 'Sunny',
  temperature: 15,
  windSpeed: 0,
  windDirection: null,
  precipProbability: 0,
  place: null,
} as const

/**
 * Repeats the deletion of accounts that were deleted after the backup. Drops messages that are pending or
 * due: most were probably sent before the restore, and golfers must not get a message twice. Returns how many
 * accounts it deleted, and the ids of those that it kept because they own a group or are super admins.
 */
export async function prepareRestored(ctx: Context, accounts: readonly DeletedAccount[]) {
  let deletedCount = 0
  const keptIds: number[] = []
  for (const account of accounts) {
    const outcome = await deleteAgain(ctx, account)
    if (outcome === 'deleted') deletedCount += 1
    else if (outcome !== 'gone') keptIds.push(account.id)
  }
  await raiseVersions(ctx.db)
  // Queue all reminders that are due now, so that no later run queues them. The transaction below drops them.
  await remindPlayers(ctx)
  await remindOfCutOffs(ctx)
  await notifyTrialEnd(ctx)
  await watchWeather(ctx, async () => FAIR_WEATHER)
  await ctx.db.transaction(async (tx) => {
    await markAllAnnounced(tx, ctx.clock.now())
    await dropUnsent(tx)
    await removeJobs(tx, MESSAGE_TASKS)
  })
  return { deletedCount, keptIds }
}
