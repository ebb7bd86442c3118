import type { Queries } from './platform/database/database.ts'

/**
 * What a domain does when a group or its members change. Everything runs in the transaction of the change.
 */
export interface GroupHooks {
  /** Runs after a new request to join the group was stored. Nothing is locked. */
  joinRequested?(tx: Queries, groupId: number, now: Date): Promise<void>
}
