import type { Queries } from '../../platform/database/database.ts'
import { type FoundDelivery, type Standing, updateDelivery } from './store.ts'

/** A message under way, as it stands now that this try is counted. */
export interface Turn {
  readonly found: FoundDelivery
  readonly at: Standing
}

/** 'again' where the message now stands differently than it was read, and is to be decided anew. */
export type Outcome = 'done' | 'again'

/**
 * Tries no more what was tried: an alert that was to be a text or a notification goes by email, all else has failed.
 * @param code why, for the ledger
 */
export async function giveUp(
  { db }: { db: Queries },
  { found, at }: Turn,
  code: string,
): Promise<Outcome> {
  const { event, channel } = found.delivery
  const canBeMail = channel !== 'email' && event !== 'reply' && event !== 'opt-in'
  // What the provider may have taken is looked for there before it is ever sent again.
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
