import * as z from 'zod/mini'
import { MAX_PLAYERS } from '../../../contract/limits.ts'
import { recurringTeeTimeForm } from '../../../contract/recurring-tee-times.ts'
import { postTeeTimeForm, type TeeTime } from '../../../contract/tee-times.ts'

/** The contract's rules, with messages about pickers instead of formats. */
const postForm = z.extend(postTeeTimeForm, {
  date: z.iso.date('Pick a date'),
  time: z.string().check(z.minLength(1, 'Pick a time')),
  maxPlayers: z
    .int('Enter a number of players')
    .check(
      z.minimum(1, 'At least 1 player'),
      z.maximum(MAX_PLAYERS, `At most ${MAX_PLAYERS} players`),
    ),
  // From a select; empty for none.
  cancelHours: z.pipe(
    z.string(),
    z.transform((hours) => (hours === '' ? null : Number(hours))),
  ),
})

/** {@link postForm} plus the repetition. `repeat` has the weeks as a select's values. */
export const repeatedForm = z.extend(postForm, {
  repeat: z.enum(['never', '1', '2']),
  daysAhead: recurringTeeTimeForm.shape.daysAhead,
})

/** {@link postForm} without `joinAsPlayer`, which an edit can't change. */
export const editForm = z.omit(postForm, { joinAsPlayer: true })

/** The values in the edit form. */
export interface Details {
  readonly course: string
  readonly date: string
  readonly time: string
  /** Empty for none. */
  readonly notes: string
  readonly maxPlayers: number
  readonly cancelHours: number | null
}

export function detailsOf(card: TeeTime): Details {
  const { course, date, time, notes, maxPlayers, cutOff } = card
  const cancelHours = cutOff?.hoursBefore ?? null
  return { course, date, time, notes: notes ?? '', maxPlayers, cancelHours }
}

/** Returns the details that changed. */
export function changesIn(was: Details, is: Details): Partial<Details> {
  return Object.fromEntries(
    Object.entries(is).filter(([name, value]) => was[name as keyof Details] !== value),
  )
}

/** Returns the current details, with the golfer's changes to the earlier ones applied. */
export function typedOver(now: Details, before: Details, typed: Details): Details {
  return { ...now, ...changesIn(before, typed) }
}
