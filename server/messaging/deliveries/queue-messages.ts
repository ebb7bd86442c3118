import type { Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import type { FindLastNotification, Notify } from '../../ports.ts'
import type { deliveries } from '../schema.ts'
import { insertOnChannel, lockLastDelivery, queueForAll } from './store.ts'

/** How many messages one statement queues, so that it stays well below the statement timeout. */
const BATCH_SIZE = 1_000

/** Queues an event as {@link Notify} describes. A call that failed halfway can be repeated. */
export const notify: Notify = async (tx, event, recipients, now) => {
  for (let done = 0; done < recipients.length; done += BATCH_SIZE) {
    await queueForAll(tx, event, recipients.slice(done, done + BATCH_SIZE), now)
  }
}

export const findLastNotification: FindLastNotification = async (tx, about) => {
  const last = await lockLastDelivery(tx, about)
  return last && { isWaiting: last.status === 'deferred', data: last.data }
}

/** A text for a number rather than a golfer. */
interface TextToNumber {
  /** E.164. */
  readonly number: string
  /** The golfer who has the number; omitted if none does. */
  readonly golferId?: number | null
  /** The group whose cap it counts against. */
  readonly groupId?: number | null
  /** A reply to a text from this number, or the request to opt in to texts. */
  readonly event: 'reply' | 'opt-in'
  readonly text: string
  /** Identifies the text: queueing one with a known key changes nothing. */
  readonly key: string
  /** Whether to send even to a number that said STOP. True only for the text that confirms STOP. */
  readonly evenStopped?: boolean
  /** Whether to ignore the caps, as for replies required by law. */
  readonly uncapped?: boolean
}

/**
 * Texts a number once the transaction commits; never falls back to email. A reply needs no consent and
 * ignores quiet hours; an opt-in request waits for them to end. Returns whether it is new.
 */
export async function queueText(tx: Queries, to: TextToNumber, now: Date): Promise<boolean> {
  const { number: recipient, text, evenStopped = false, uncapped = evenStopped, ...about } = to
  const data = { text, evenStopped, uncapped }
  return queueOnChannel(tx, { ...about, channel: 'text', recipient, data, createdAt: now })
}

/** Queues a message on the given channel, with the job that sends it. Returns whether it is new. */
export async function queueOnChannel(
  tx: Queries,
  message: typeof deliveries.$inferInsert,
): Promise<boolean> {
  const id = await insertOnChannel(tx, message)
  if (id === undefined) return false
  const task = message.event === 'reply' ? 'deliver_reply' : 'deliver'
  await addJob(tx, task, { deliveryId: id }, { key: `deliver:${id}` })
  return true
}
