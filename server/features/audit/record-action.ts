import type { AuditAction } from '../../../contract/audit.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { insertEntry } from './store.ts'

export interface Recorded {
  /** Who did it; left out where nobody was signed in. */
  actorId?: number
  action: AuditAction
  group?: { groupId: number; name: string }
  /** The golfer it was done to. */
  golferId?: number
  /** What changed from what to what; no phone numbers, no passwords. */
  detail?: string
}

/** Writes an action into the audit log, in the transaction that does it. */
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
