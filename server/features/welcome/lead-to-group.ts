import type { Queries } from '../../platform/database/database.ts'
import { insertLink, takeLinksOf } from './store.ts'

/**
 * A group that waits starts without its link, which leads there from then on. Within a transaction.
 * @param start makes the group, which waits no more; answers its id, or undefined when there is none
 */
export async function leadLinksTo(
  tx: Queries,
  signupId: number,
  start: () => Promise<number | undefined>,
): Promise<number | undefined> {
  const links = await takeLinksOf(tx, signupId)
  const groupId = await start()
  if (groupId !== undefined) {
    for (const link of links) await insertLink(tx, { ...link, signupId: null, groupId })
  }
  return groupId
}
