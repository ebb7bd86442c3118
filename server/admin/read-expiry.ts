import { endOfDay } from '../platform/clock.ts'

const LOCAL_DATE = /^\d{4}-\d{2}-\d{2}$/

/** Returns when a group's time ends: a date means the end of that day in the group's zone; empty, no end. */
export function readExpiry(typed: string | null | undefined, timeZone: string): Date | null {
  if (typed === null || typed === undefined || typed === '') return null
  return LOCAL_DATE.test(typed) ? endOfDay(typed, timeZone) : new Date(typed)
}

/** Returns the end of a group's time as text: 'Nov 30, 2026' in the group's zone, or 'no end'. */
export function formatExpiry(expiry: Date | null, timeZone: string): string {
  if (expiry === null) return 'no end'
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(expiry)
}
