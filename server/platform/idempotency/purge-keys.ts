import type { Clock } from '../clock.ts'
import type { Queries } from '../database/database.ts'
import { deleteKeysBefore } from './store.ts'

const HOURS_KEPT = 24
const BATCH = 1_000

/** Deletes idempotency keys a day after their first use, in batches. Meant for an hourly job. */
export async function purgeKeys({ db, clock }: { db: Queries; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - HOURS_KEPT * 3_600_000)
  while ((await deleteKeysBefore(db, before, BATCH)) === BATCH);
}
