import type { Queries } from '../../platform/database/database.ts'
import { requeueTexts, type Silenced } from './store.ts'

/**
 * Sends every alert that waits to be texted (held in quiet hours, queued, or between two tries) by
 * email instead, at once: emails have no quiet hours. Call it in the transaction that takes the number
 * away, after that change. The way of each is decided again when its job runs, so a kind that the golfer
 * has switched off stays off.
 */
export function emailWaitingTexts(tx: Queries, silenced: Silenced): Promise<void> {
  return requeueTexts(tx, silenced)
}
