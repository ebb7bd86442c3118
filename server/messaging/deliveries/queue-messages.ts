import type { Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import type { Ports } from '../../ports.ts'
import type { deliveries } from '../schema.ts'
import { insertOnChannel, queueForEach, rowsOf } from './store.ts'

/** How many messages one statement queues. With more, it might reach the statement timeout. */
const BATCH_SIZE = 1_000

/** A call that failed halfway can be repeated. */
export const notify: Ports['notify'] = async (tx, event, recipients, now) => {
  for (let done = 0; done < recipients.length; done += BATCH_SIZE) {
    const batch = recipients.slice(done, done + BATCH_SIZE)
    await queueForEach(tx, event, rowsOf(batch), now)
  }
}

export interface TextToNumber {
  readonly number: string
  /** The golfer who has the number. Omitted if no golfer or several golfers have it. */
  readonly golferId?: number | null
  readonly groupId?: number | null
  readonly event: 'reply' | 'opt-in'
  readonly text: string
  readonly key: string
  /** Whether to text the number even after it said STOP, as for the replies to STOP and HELP. */
  readonly evenStopped?: boolean
  /** Whether to ignore the daily cap on all texts, as for replies that the law requires. */
  readonly uncapped?: boolean
}

/** Queues a text that does not become an email if it cannot be sent. Returns whether its key is new. */
export async function queueText(tx: Queries, to: TextToNumber, now: Date): Promise<boolean> {
  const { number: recipient, text, evenStopped = false, uncapped = evenStopped, ...about } = to
  const data = { text, evenStopped, uncapped }
  return queueOnChannel(tx, { ...about, channel: 'text', recipient, data, createdAt: now })
}

export async function queueOnChannel(tx: Queries, message: typeof deliveries.$inferInsert) {
  const id = await insertOnChannel(tx, message)
  if (id === undefined) return false
  const task = message.event === 'reply' ? 'deliver_reply' : 'deliver'
  await addJob(tx, task, { deliveryId: id }, { key: `deliver:${id}` })
  return true
}
