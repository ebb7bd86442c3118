import type { AnswerOf, BodyOf } from '../../../contract/endpoint.ts'
import type { addPushSubscription, readPushStatus } from '../../../contract/push.ts'
import type { Context } from '../../context.ts'
import type { SessionHolder } from '../../identity/index.ts'
import { retryConflicts } from '../../platform/database/database.ts'
import { invalidField, signInFirst } from '../../platform/errors.ts'
import { deleteOfSession, isSubscribed, saveSubscription } from './store.ts'

/** Returns the key a browser needs to subscribe, and whether the session's phone is subscribed. */
export async function readStatus(
  ctx: Pick<Context, 'db' | 'push'>,
  holder: SessionHolder,
): Promise<AnswerOf<typeof readPushStatus>> {
  const publicKey = await ctx.push.publicKey()
  return { publicKey, isOn: await isSubscribed(ctx.db, holder, publicKey) }
}

/**
 * Subscribes a session's phone to notifications until the session ends.
 * @throws AppError INVALID_INPUT for an address that cannot be a push service's
 */
export async function subscribe(
  ctx: Pick<Context, 'db' | 'clock' | 'push'>,
  holder: SessionHolder,
  target: BodyOf<typeof addPushSubscription>,
): Promise<void> {
  if (!ctx.push.isEndpoint(target.endpoint)) {
    throw invalidField('endpoint', 'Must be the address of a push service')
  }
  const now = ctx.clock.now()
  const made = { ...target, ourKey: await ctx.push.publicKey() }
  const isSaved = await retryConflicts(() =>
    ctx.db.transaction((tx) => saveSubscription(tx, holder, made, now)),
  )
  if (!isSaved) throw signInFirst()
}

/** Stops notifications to a session's phone. */
export async function unsubscribe(
  { db }: Pick<Context, 'db'>,
  holder: SessionHolder,
): Promise<void> {
  await deleteOfSession(db, holder)
}
