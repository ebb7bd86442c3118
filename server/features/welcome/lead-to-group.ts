import type { Queries } from '../../platform/database/database.ts'
import { insertLink, takeLinksOf } from './store.ts'

/**
 * A group that waits starts without its link, which leads its owner there from then on. Within a
 * transaction.
 * @param start makes the group, which waits no more; answers it, or undefined when there is none
 */
export async function leadLinksTo<Started extends { groupId: number }>(
  tx: Queries,
  { signupId, golferId }: { signupId: number; golferId: number },
  start: () => Promise<Started | undefined>,
): Promise<Started | undefined> {
  const links = await takeLinksOf(tx, signupId)
  const started = await start()
  if (started !== undefined) {
    const { groupId } = started
    for (const link of links) await insertLink(tx, { ...link, signupId: null, golferId, groupId })
  }
  return started
}
