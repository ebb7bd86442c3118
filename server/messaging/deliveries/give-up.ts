import type { Queries } from '../../platform/database/database.ts'
import { type DeliveryVersion, type FoundDelivery, updateDelivery } from './store.ts'

/** A message being sent, with its status and number of tries. */
export interface DeliveryTry {
  readonly found: FoundDelivery
  readonly at: DeliveryVersion
}

/** 'again' if the message has changed since it was read and has to be looked at again. */
export type Outcome = 'done' | 'again'

/**
 * Ends a channel's tries: an alert that was a text or a notification becomes an email; others fail.
 * @param code the reason, for the delivery log
 */
export async function giveUp(
  { db }: { db: Queries },
  { found, at }: DeliveryTry,
  code: string,
): Promise<Outcome> {
  const { event, channel } = found.delivery
  const canBeMail = channel !== 'email' && event !== 'reply' && event !== 'opt-in'
  // The provider may have accepted it, so it is looked up there before it is ever sent again.
  const mayBeOut = channel === 'text' && code === 'unavailable'
  await updateDelivery(
    db,
    at,
    canBeMail
      ? { channel: 'email', status: 'queued', recipient: '', body: null, errorCode: code }
      : { status: 'failed', ...(!mayBeOut && { body: null }), errorCode: code },
  )
  return canBeMail ? 'again' : 'done'
}
