import type { Queries } from '../../platform/database/database.ts'
import { type DroppedText, requeueTexts } from './store.ts'

/**
 * Emails every alert that is waiting to be texted (held in quiet hours, queued, or between two tries) at
 * once instead, since emails have no quiet hours. Call it in the transaction that removes the number or the
 * consent, after that change. Each alert's channel is chosen again when its job runs, so a kind that the
 * golfer has switched off stays off.
 */
export function emailWaitingTexts(tx: Queries, silenced: DroppedText): Promise<void> {
  return requeueTexts(tx, silenced)
}
