import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { holdSlug as hold } from './store.ts'

/**
 * Holds a slug until the end of the transaction: nobody else is given it meanwhile.
 * @throws AppError SLUG_TAKEN when it is another group's, or that of one that waits
 */
export async function holdSlug(
  { db, clock }: { db: Queries; clock: Clock },
  slug: string,
): Promise<void> {
  if (!(await hold(db, slug, clock.now()))) throw slugTaken()
}

export function slugTaken(): AppError {
  const message = 'This URL is taken. Try another one.'
  return new AppError('SLUG_TAKEN', message, { fields: { slug: message } })
}
