/** Codes that say that the network takes nothing from us yet: that passes, a bad number stays one. */
const NOT_YET = new Set(['30034'])
const ASKED_AGAIN_AFTER = 24 * 3_600_000

/** Whether a number takes no text of ours: for good, or because it took none within a day. */
export function isUnreachable(
  number: { readonly unreachableAt: Date | null; readonly unreachableCode: string | null },
  now: Date,
): boolean {
  const { unreachableAt, unreachableCode } = number
  if (unreachableAt === null) return false
  return (
    !NOT_YET.has(unreachableCode ?? '') ||
    now.getTime() - unreachableAt.getTime() < ASKED_AGAIN_AFTER
  )
}
