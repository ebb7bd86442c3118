import type { Context } from '../context.ts'
import {
  findAccount,
  notifyOfChange,
  recordAction,
  refuseGuessablePassword,
  type SuperAdmin,
  setPassword,
} from '../identity/index.ts'
import { notFound } from '../platform/errors.ts'
import { logAuthEvent } from '../platform/log.ts'
import { hashPassword } from '../platform/passwords.ts'
import { countGroupsByState } from './revenue/store.ts'
import { readTotals } from './store.ts'

export { listMemberships, listUsers } from './store.ts'

/** Leaves deactivated and unpaid groups out of `activeTrials` and `paidSubscriptions`. */
export async function readStatistics(ctx: Context) {
  const [totals, groupCounts] = await Promise.all([
    readTotals(ctx.db),
    countGroupsByState(ctx.db, ctx.clock.now()),
  ])
  return { ...totals, activeTrials: groupCounts.trial, paidSubscriptions: groupCounts.active }
}

/** @throws AppError NOT_FOUND; INVALID_INPUT for a password that is easy to guess */
export async function resetPassword(
  ctx: Context,
  by: SuperAdmin,
  golferId: number,
  password: string,
) {
  const user = await findAccount(ctx.db, golferId)
  if (user === undefined) throw notFound('user')
  await refuseGuessablePassword(ctx, { golferId, ...user }, 'password', password)
  const hash = await hashPassword(password)
  await ctx.db.transaction(async (tx) => {
    if (!(await setPassword(tx, golferId, hash))) throw notFound('user')
    await recordAction(ctx, tx, { actorId: by.golferId, action: 'password-reset', golferId })
    await notifyOfChange(ctx, tx, 'password-reset', golferId)
  })
  logAuthEvent(ctx.log, 'auth.password_reset', { golferId, by: 'super admin' })
  return { message: 'The password has been reset. The user has been signed out everywhere.' }
}
