import type { Queries } from '../../platform/database/database.ts'
import { setUnreachable } from './store.ts'

/** The provider says, by `code`, that a number takes no text of ours. */
export async function markUnreachable(
  tx: Queries,
  number: string,
  code: string,
  now: Date,
): Promise<void> {
  await setUnreachable(tx, number, code, now)
}
