import type { Clock } from '../platform/clock.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { lockSlug as hold } from './store.ts'

/**
 * Locks a slug until the end of the transaction, so that no other group can take it.
 * @throws AppError SLUG_TAKEN when it belongs to another group, or to one awaiting its owner
 */
export async function lockSlug(
  { db, clock }: { db: Queries; clock: Clock },
  slug: string,
): Promise<void> {
  if (!(await hold(db, slug, clock.now()))) throw slugTaken()
}

export function slugTaken(): AppError {
  const message = 'This URL is taken. Try another one.'
  return new AppError('SLUG_TAKEN', message, { fields: { slug: message } })
}
