import type { AuditAction } from '../../../contract/audit.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { insertEntry } from './store.ts'

export interface Recorded {
  /** The golfer who acted; omitted when nobody was signed in. */
  actorId?: number
  action: AuditAction
  group?: { groupId: number; name: string }
  /** The golfer affected by the action. */
  golferId?: number
  /** What changed, as old and new values; no phone numbers, no passwords. */
  detail?: string
}

/** Writes an action to the audit log, in the transaction that performs it. */
export async function recordAction(
  { clock }: Pick<Context, 'clock'>,
  tx: Queries,
  { group, ...entry }: Recorded,
): Promise<void> {
  await insertEntry(tx, {
    at: clock.now(),
    ...entry,
    ...(group && { groupId: group.groupId, groupName: group.name }),
  })
}
