import type { TextConsentStatus } from '../../../contract/preferences.ts'
import type { Queries } from '../../platform/database/database.ts'
import { canText } from '../../platform/phone-number.ts'
import { isUnreachable } from './check-reach.ts'
import { findTextStatus } from './store.ts'

export interface TextStatus {
  readonly status: TextConsentStatus
  /** E.164; null when the phone on the profile cannot take texts. */
  readonly number: string | null
  /** No text goes out until the golfer has proven that they read the account's email. */
  readonly emailProven: boolean
}

/** Returns a golfer's texting status, whether or not this server sends texts. */
export async function readTextStatus(
  db: Queries,
  golferId: number,
  now: Date,
): Promise<TextStatus> {
  const found = await findTextStatus(db, golferId)
  if (found === undefined) return { status: 'unreachable', number: null, emailProven: false }
  const { number, emailProvenAt } = found
  return { status: textStatusOf(found, now), number, emailProven: emailProvenAt !== null }
}

function textStatusOf(
  of: NonNullable<Awaited<ReturnType<typeof findTextStatus>>>,
  now: Date,
): TextConsentStatus {
  if (of.number === null || !canText(of.number)) return 'unreachable'
  if (of.stoppedAt !== null) return 'stopped'
  if (isUnreachable(of, now)) return 'unreachable'
  return of.consentAt === null ? 'none' : 'on'
}
