import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'
import { insertDecided } from './store.ts'

/** A text with its words, to a number rather than to a golfer. */
export interface TextToNumber {
  /** E.164. */
  readonly number: string
  /** Whose number it is; left out for nobody's. */
  readonly golferId?: number
  /** The group whose cap it counts for. */
  readonly groupId?: number
  /** An answer to what the number texted, or the question whether it wants texts. */
  readonly event: 'reply' | 'opt-in'
  readonly text: string
  /** The same for whatever is the same text; a known one changes nothing. */
  readonly key: string
  /** Goes to a number that has said STOP as well: the one text that confirms it. */
  readonly evenStopped?: boolean
  /** Goes beyond the caps as well: what the law wants answered. */
  readonly uncapped?: boolean
}

/**
 * Texts a number once the transaction of `tx` commits; never by email. An answer asks for no consent
 * and waits for no morning, a question does wait. Answers whether there is anything new to send.
 */
export async function queueText(tx: Queries, to: TextToNumber, now: Date): Promise<boolean> {
  const { text, evenStopped = false, uncapped = evenStopped } = to
  const id = await insertDecided(tx, {
    event: to.event,
    golferId: to.golferId ?? null,
    groupId: to.groupId ?? null,
    key: to.key,
    channel: 'text',
    recipient: to.number,
    data: { text, evenStopped, uncapped },
    createdAt: now,
  })
  if (id === undefined) return false
  const task = to.event === 'reply' ? 'deliver_reply' : 'deliver'
  await addJob(tx, task, { deliveryId: id }, { key: `deliver:${id}` })
  return true
}
