import { reasonOf } from '../../providers/texts/twilio-codes.ts'

const ASKED_AGAIN_AFTER = 24 * 3_600_000

/**
 * Whether a number takes no text of ours: for good where it is a bad one; for a day where we may not
 * text it, which whoever runs the house can mend.
 */
export function isUnreachable(
  number: { readonly unreachableAt: Date | null; readonly unreachableCode: string | null },
  now: Date,
): boolean {
  const { unreachableAt, unreachableCode } = number
  if (unreachableAt === null) return false
  return (
    reasonOf(unreachableCode ?? '') !== 'unregistered' ||
    now.getTime() - unreachableAt.getTime() < ASKED_AGAIN_AFTER
  )
}
