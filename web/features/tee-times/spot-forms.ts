import * as z from 'zod/mini'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { personName } from '../../../contract/fields.ts'
import type { holdSpot } from '../../../contract/spot-holds.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { dateIn, daysAfter, timeIn } from '../../lib/dates.ts'

/** Value of `who` for a person given by name instead of a member. */
export const SOMEBODY_ELSE = 'else'
const EVENING = '18:00'

const guestName = personName('A name is required')

/** The form to reserve a spot: the contract's rules, with messages for pickers. */
export const holdSpotForm = z
  .object({
    /** A member's id, or {@link SOMEBODY_ELSE}. */
    who: z.string().check(z.minLength(1, 'Pick a golfer')),
    name: z.string(),
    date: z.iso.date('Pick a date'),
    time: z.string().check(z.minLength(1, 'Pick a time')),
  })
  .check((context) => {
    if (context.value.who !== SOMEBODY_ELSE) return
    const told = guestName.safeParse(context.value.name)
    for (const { message } of told.error?.issues ?? []) {
      context.issues.push({ code: 'custom', message, path: ['name'], input: context.value.name })
    }
  })

export function holdOf(form: z.output<typeof holdSpotForm>): BodyOf<typeof holdSpot> {
  const { who, name, date, time } = form
  return who === SOMEBODY_ELSE
    ? { name: name.trim(), date, time }
    : { forGolferId: Number(who), date, time }
}

/**
 * Returns the default end of a reservation: this evening in the group's time zone, or an hour before
 * tee-off if that is earlier or the evening has begun.
 */
export function usualEnd(
  { date, time }: Pick<TeeTime, 'date' | 'time'>,
  timeZone: string,
  now: Date,
): { date: string; time: string } {
  const today = dateIn(timeZone, now)
  const before = hourBefore(date, time)
  const isToCome = timeIn(timeZone, now) < EVENING
  return isToCome && `${today} ${EVENING}` < `${before.date} ${before.time}`
    ? { date: today, time: EVENING }
    : before
}

function hourBefore(date: string, time: string): { date: string; time: string } {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const clock = (hours: number) => `${pad(hours)}:${pad(minute)}`
  return hour === 0
    ? { date: daysAfter(date, -1), time: clock(23) }
    : { date, time: clock(hour - 1) }
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
