import { HOURS_VISIBLE_AFTER_TEE_OFF } from '../../contract/limits.ts'

/** Returns the instant before which a tee time must have begun to count as ended. */
export function endedBefore(now: Date): Date {
  return new Date(now.getTime() - HOURS_VISIBLE_AFTER_TEE_OFF * 3_600_000)
}
