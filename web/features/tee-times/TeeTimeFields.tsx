import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { COMMON_CANCEL_HOURS } from '../../../contract/cut-offs.ts'
import {
  MAX_COURSE_LENGTH,
  MAX_DAYS_AHEAD,
  MAX_NOTES_LENGTH,
  MAX_PLAYERS,
} from '../../../contract/limits.ts'
import { postTeeTimeForm } from '../../../contract/tee-times.ts'
import { plural } from '../../lib/counts.ts'
import { dateIn, daysAfter } from '../../lib/dates.ts'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { SelectField, TextArea, TextField } from '../../ui/Fields.tsx'
import { useField } from '../../ui/form-state.ts'
import { Stepper } from '../../ui/Stepper.tsx'
import { DaylightOfForm } from '../weather/WeatherStrip.tsx'

/** The contract's rules for a tee time, with messages about pickers instead of formats. */
export const postForm = z.extend(postTeeTimeForm, {
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

interface TeeTimeFieldsProps {
  readonly groupId: number
  readonly timeZone: string
  readonly fewestPlayers?: number
  /** Content before the notes. */
  readonly children?: ReactNode
}

/** The form fields for posting and editing a tee time. */
export function TeeTimeFields(props: TeeTimeFieldsProps) {
  const { groupId, timeZone, fewestPlayers = 1, children } = props
  const today = dateIn(timeZone, new Date())
  return (
    <>
      <TextField
        name="course"
        label="Course"
        placeholder="e.g. Shaganappi Point"
        maxLength={MAX_COURSE_LENGTH}
        autoComplete="off"
      />
      <DatePicker name="date" label="Date" from={today} to={daysAfter(today, MAX_DAYS_AHEAD)} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] gap-4">
        <TextField name="time" label="Time" type="time" />
        <Stepper name="maxPlayers" label="Players" min={fewestPlayers} max={MAX_PLAYERS} />
      </div>
      <DaylightOfForm groupId={groupId} />
      {children}
      <TextArea
        name="notes"
        label="Notes (optional)"
        placeholder="e.g. two carts booked, back nine first"
        maxLength={MAX_NOTES_LENGTH}
      />
    </>
  )
}

/** Field for the course's cancellation cut-off. */
export function CutOffField() {
  const chosen = Number(useField('cancelHours').text)
  const others = chosen > 0 && !COMMON_CANCEL_HOURS.some((hours) => hours === chosen)
  const offered = [...COMMON_CANCEL_HOURS, ...(others ? [chosen] : [])].sort((a, b) => a - b)
  return (
    <SelectField name="cancelHours" label="Cancellation cut-off">
      <option value="">None</option>
      {offered.map((hours) => (
        <option key={hours} value={hours}>
          {plural(hours, 'hour')} before
        </option>
      ))}
    </SelectField>
  )
}
