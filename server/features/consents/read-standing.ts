import type { TextStanding } from '../../../contract/consents.ts'
import type { Queries } from '../../platform/database/database.ts'
import { isTextedFromHere } from '../../platform/phone-number.ts'
import { isUnreachable } from './check-reach.ts'
import { findStanding } from './store.ts'

export interface Standing {
  readonly standing: TextStanding
  /** E.164; null when the phone on the profile is no number that takes texts. */
  readonly number: string | null
  /** No text goes out before the golfer has shown to read the mails of the account. */
  readonly emailProven: boolean
}

/** Where a golfer stands with texts, whether or not this house sends any. */
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
