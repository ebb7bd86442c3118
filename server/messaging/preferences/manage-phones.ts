import type { Context } from '../../context.ts'
import { describeDevice, type SessionHolder } from '../../identity/index.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { invalidField, notSignedIn } from '../../platform/errors.ts'
import type { PushTarget } from '../../providers/push/web-push.ts'
import { isSubscribed, listOwnPhones, saveSubscription } from './store.ts'

export { deleteSubscription } from './store.ts'

export async function readPhoneStatus(ctx: Context, holder: SessionHolder) {
  const publicKey = await ctx.push.publicKey()
  return { publicKey, isOn: await isSubscribed(ctx.db, holder, publicKey) }
}

/** Subscribes a session's phone until the session ends. @throws AppError INVALID_INPUT for a bad endpoint */
export async function subscribePhone(ctx: Context, holder: SessionHolder, target: PushTarget) {
  if (!ctx.push.isAllowedEndpoint(target.endpoint)) {
    throw invalidField('endpoint', 'Must be the address of a push service')
  }
  const now = ctx.clock.now()
  const subscription = { ...target, ourKey: await ctx.push.publicKey() }
  const isSaved = await inTransaction(ctx.db, (tx) =>
    saveSubscription(tx, holder, subscription, now),
  )
  if (!isSaved) throw notSignedIn()
}

/** Shows only the endpoints' hosts, because a full endpoint is secret. */
export async function readOwnPhones(db: Queries, golfer: Pick<SessionHolder, 'golferId'>) {
  const phones = await listOwnPhones(db, golfer)
  return phones.map(({ userAgent, endpoint, createdAt }) => ({
    device: describeDevice(userAgent),
    service: new URL(endpoint).host,
    since: createdAt.toISOString(),
  }))
}
