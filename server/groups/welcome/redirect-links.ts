import { issueLink } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { takeLinksOf } from './store.ts'

/**
 * Starts a waiting group without its link. From then on, the link leads its owner to the group. Must run
 * within a transaction.
 * @param start creates the group and ends the signup; returns the group, or undefined if there is none
 */
export async function redirectLinksToGroup<Started extends { groupId: number }>(
  tx: Queries,
  { signupId, golferId }: { signupId: number; golferId: number },
  start: () => Promise<Started | undefined>,
): Promise<Started | undefined> {
  const links = await takeLinksOf(tx, signupId)
  const started = await start()
  if (started !== undefined) {
    const { groupId } = started
    for (const link of links) await issueLink(tx, { ...link, signupId: null, golferId, groupId })
  }
  return started
}
