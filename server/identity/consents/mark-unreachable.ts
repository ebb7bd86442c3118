import type { Queries } from '../../platform/database/database.ts'
import { setUnreachable } from './store.ts'

/** Records the provider's report, by its error `code`, that a number does not accept our texts. */
export async function markUnreachable(
  tx: Queries,
  number: string,
  code: string,
  now: Date,
): Promise<void> {
  await setUnreachable(tx, number, code, now)
}
