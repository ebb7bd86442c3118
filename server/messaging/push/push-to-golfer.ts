import type { Context } from '../../context.ts'
import { idleSince } from '../../identity/index.ts'
import { type PushMessage, PushRefused } from '../../providers/push/push.ts'
import { deleteTarget, listTargets } from './store.ts'

/**
 * Pushes a message to each of a golfer's phones and removes those that no longer accept any. Returns how
 * many accepted it.
 * @throws Error if none did but one might on another try; PushRefused if every failure was a refusal
 */
export async function pushToGolfer(
  ctx: Pick<Context, 'db' | 'clock' | 'push' | 'log'>,
  golferId: number,
  message: PushMessage,
): Promise<number> {
  const now = ctx.clock.now()
  const alive = { now, idleSince: idleSince(now), ourKey: await ctx.push.publicKey() }
  const targets = await listTargets(ctx.db, golferId, alive)
  const outcomes = await Promise.allSettled(
    targets.map(async (target) => {
      const outcome = await ctx.push.send(target, message)
      if (outcome === 'gone') await deleteTarget(ctx.db, target.endpoint)
      return outcome
    }),
  )
  const taken = outcomes.filter(
    (outcome) => outcome.status === 'fulfilled' && outcome.value === 'taken',
  ).length
  const failures = outcomes.flatMap((outcome): unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  if (failures.length > 0) {
    const failure = failures.find((one) => !(one instanceof PushRefused)) ?? failures[0]
    if (taken === 0) throw failure
    ctx.log.info({ err: failure, golferId }, "Could not notify one of a golfer's phones")
  }
  return taken
}
