import type { Context } from '../context.ts'
import { deleteAgain } from '../identity/index.ts'
import { dropUnsent, markAllAnnounced, notifyTrialEnd, remindPlayers } from '../messaging/index.ts'
import type { DeletedAccount } from '../platform/database/backup/deleted-accounts.ts'
import { removeJobs } from '../platform/jobs/store.ts'
import { raiseVersions, remindOfCutOffs } from '../tee-times/index.ts'
import { watchWeather } from '../weather/index.ts'
import { MESSAGE_TASKS } from './jobs.ts'

/** Weather that no golfer needs to be asked about. */
const FAIR = {
  condition: 'Sunny',
  temperature: 15,
  windSpeed: 0,
  windDirection: null,
  precipProbability: 0,
  place: null,
} as const

/**
 * Adapts a database that was restored from an earlier backup, before the app starts on it. Deletes accounts
 * again that were deleted since. Makes sure that nothing is sent twice: drops the messages that were waiting
 * when the backup was made, and those that are due now, because they most likely went out before the restore.
 * @returns how many accounts it deleted, and the ids of those that it could not delete because they now own a
 * group or are super admins
 */
export async function settleRestored(
  ctx: Context,
  accounts: readonly DeletedAccount[],
): Promise<{ deleted: number; kept: number[] }> {
  let deleted = 0
  const kept: number[] = []
  for (const account of accounts) {
    const outcome = await deleteAgain(ctx, account)
    if (outcome === 'deleted') deleted += 1
    else if (outcome !== 'gone') kept.push(account.id)
  }
  await raiseVersions(ctx.db)
  // Queues the reminders that are due and marks them as sent.
  await remindPlayers(ctx)
  await remindOfCutOffs(ctx)
  await notifyTrialEnd(ctx)
  await watchWeather(ctx, async () => FAIR)
  await ctx.db.transaction(async (tx) => {
    await markAllAnnounced(tx, ctx.clock.now())
    await dropUnsent(tx)
    await removeJobs(tx, MESSAGE_TASKS)
  })
  return { deleted, kept }
}
