import { reasonOf } from '../../providers/texts/twilio.ts'

const ASKED_AGAIN_AFTER = 24 * 3_600_000

/**
 * Returns whether a number cannot receive our texts. A bad number stays unreachable. When the cause is our
 * own account or sending number, which the operator can fix, it is tried again after a day.
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
