import type { Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { insertDecided } from './store.ts'

/** A text for a number rather than a golfer. */
export interface TextToNumber {
  /** E.164. */
  readonly number: string
  /** The golfer who has the number; omitted if none does. */
  readonly golferId?: number
  /** The group whose cap it counts against. */
  readonly groupId?: number
  /** A reply to a text from this number, or the request to opt in to texts. */
  readonly event: 'reply' | 'opt-in'
  readonly text: string
  /** Identifies the text; a known key changes nothing. */
  readonly key: string
  /** Sent even to a number that has said STOP: only the text that confirms it. */
  readonly evenStopped?: boolean
  /** Sent beyond the caps: replies required by law. */
  readonly uncapped?: boolean
}

/**
 * Texts a number once the transaction commits; never falls back to email. A reply needs no consent and
 * ignores quiet hours; an opt-in request waits for them to end. Returns whether it is new.
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
