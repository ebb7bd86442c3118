import type { TextStanding } from '../../../contract/consents.ts'
import type { Queries } from '../../platform/database/database.ts'
import { isTextedFromHere } from '../../platform/phone-number.ts'
import { isUnreachable } from './check-reach.ts'
import { findStanding } from './store.ts'

export interface Standing {
  readonly standing: TextStanding
  /** E.164; null when the phone on the profile cannot take texts. */
  readonly number: string | null
  /** No text goes out until the golfer has proven that they read the account's email. */
  readonly emailProven: boolean
}

/** Returns a golfer's texting status, whether or not this server sends texts. */
export async function readStanding(db: Queries, golferId: number, now: Date): Promise<Standing> {
  const found = await findStanding(db, golferId)
  if (found === undefined) return { standing: 'unreachable', number: null, emailProven: false }
  const { number, emailProvenAt } = found
  return { standing: standingOf(found, now), number, emailProven: emailProvenAt !== null }
}

function standingOf(
  of: NonNullable<Awaited<ReturnType<typeof findStanding>>>,
  now: Date,
): TextStanding {
  if (of.number === null || !isTextedFromHere(of.number)) return 'unreachable'
  if (of.stoppedAt !== null) return 'stopped'
  if (isUnreachable(of, now)) return 'unreachable'
  return of.consentAt === null ? 'none' : 'on'
}
