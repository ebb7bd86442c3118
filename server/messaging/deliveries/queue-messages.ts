import type { Queries } from '../../platform/database/database.ts'
import type { Ports } from '../../ports.ts'
import { queueForEach, queueOnChannel, rowsOf } from './store.ts'

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

/** Queues a text. If it cannot be sent, it is not emailed. Does nothing if its key is not new. */
export async function queueText(tx: Queries, to: TextToNumber, now: Date): Promise<void> {
  const { number: recipient, text, evenStopped = false, uncapped = evenStopped, ...about } = to
  const data = { text, evenStopped, uncapped }
  await queueOnChannel(tx, { ...about, channel: 'text', recipient, data, createdAt: now })
}
