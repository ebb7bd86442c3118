import { type ReactNode, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { COMMON_CANCEL_HOURS } from '../../../contract/cut-offs.ts'
import { text } from '../../../contract/fields.ts'
import {
  MAX_COURSE_LENGTH,
  MAX_DAYS_AHEAD,
  MAX_NOTES_LENGTH,
  MAX_PLAYERS,
} from '../../../contract/limits.ts'
import { listUsedCourses, maxPlayers, postTeeTimeForm } from '../../../contract/tee-times.ts'
import { plural } from '../../lib/counts.ts'
import { dateIn, dateParts, daysAfter } from '../../lib/dates.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { type Chip, Chips } from '../../ui/Chips.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { SelectField, TextArea } from '../../ui/Fields.tsx'
import { useField } from '../../ui/form-state.ts'
import { Stepper } from '../../ui/Stepper.tsx'
import { TimePicker } from '../../ui/TimePicker.tsx'
import { FormSunsetWarning } from '../weather/SunsetWarning.tsx'

/** The contract's rules for a tee time, but with messages for pickers, such as 'Date is required'. */
export const postForm = z.extend(postTeeTimeForm, {
  date: z.iso.date('Date is required'),
  time: z.string().check(z.minLength(1, 'Time is required')),
  notes: text(MAX_NOTES_LENGTH),
  // Without the contract's default, so that an emptied field is an error.
  maxPlayers,
  // The value of a select. '' means no cut-off.
  cancelHours: z.pipe(
    z.string(),
    z.transform((hours) => (hours === '' ? null : Number(hours))),
  ),
})

export function TeeTimeFields(props: {
  groupId: number
  timeZone: string
  minPlayers?: number
  children?: ReactNode
}) {
  const { groupId, timeZone, minPlayers = 1, children } = props
  const today = dateIn(timeZone, new Date())
  return (
    <>
      <CourseField groupId={groupId} />
      <DatePicker
        name="date"
        label="Date"
        from={today}
        to={daysAfter(today, MAX_DAYS_AHEAD)}
        chips={dateChips(today)}
      />
      <div className="flex flex-wrap gap-x-5 gap-y-4">
        <div className="min-w-0 flex-[3_1_11.5rem]">
          <FormSunsetWarning groupId={groupId} />
          <TimePicker name="time" label="Time" step={TIME_STEP} start={FIRST_TIME} />
        </div>
        <div className="min-w-0 flex-[2_1_8.5rem]">
          <Stepper name="maxPlayers" label="Players" min={minPlayers} max={MAX_PLAYERS} />
        </div>
      </div>
      {children}
      <TextArea
        name="notes"
        label="Notes (optional)"
        placeholder="e.g., two carts booked, back nine first"
        maxLength={MAX_NOTES_LENGTH}
      />
    </>
  )
}

/** The step of the time picker, in minutes. Courses commonly start a group every eight to ten minutes. */
const TIME_STEP = 10
const FIRST_TIME = '08:00'
const MAX_COURSE_CHIPS = 4

function CourseField({ groupId }: { readonly groupId: number }) {
  const usedCourses = useEndpoint(listUsedCourses, { params: { id: groupId } })
  const course = useField('course')
  const time = useField('time')
  const filledInTime = useRef('')
  const [wasEmpty] = useState(course.text === '')
  const courses = usedCourses.data ?? []
  const names = courses.map((one) => one.course)
  const pick = (name: string) => {
    course.set(name)
    const usualTime = courses.find((one) => one.course === name)?.time
    if (usualTime === undefined || (time.text !== '' && time.text !== filledInTime.current)) return
    filledInTime.current = usualTime
    time.set(usualTime)
  }
  return (
    <div>
      <Combobox
        name="course"
        label="Course"
        placeholder="e.g., Cedar Hollow Links"
        maxLength={MAX_COURSE_LENGTH}
        suggestions={names}
        onPick={pick}
      />
      {wasEmpty && (usedCourses.isPending || courses.length > 0) && (
        <div className={`mt-2 ${usedCourses.isPending ? 'min-h-24' : ''}`}>
          {courses.length > 0 && (
            <Chips
              label="Recent courses"
              inColumns
              chips={names.slice(0, MAX_COURSE_CHIPS).map((name) => ({ value: name, text: name }))}
              value={course.text}
              onPick={pick}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** Returns the dates to pick with one tap: today, tomorrow, and the next two weekend days after tomorrow. */
export function dateChips(today: string): Chip[] {
  const days = Array.from({ length: 9 }, (_, ahead) => daysAfter(today, ahead))
  const weekend = days.slice(2).filter((date) => /^S/.test(dateParts(date).weekday))
  return [
    { value: today, text: 'Today' },
    { value: daysAfter(today, 1), text: 'Tomorrow' },
    ...weekend.slice(0, 2).map((date) => {
      const { weekday, day } = dateParts(date)
      return { value: date, text: `${weekday} ${day}` }
    }),
  ]
}

export function CutOffField() {
  const chosenHours = Number(useField('cancelHours').text)
  const options = new Set<number>(COMMON_CANCEL_HOURS)
  if (chosenHours > 0) options.add(chosenHours)
  const hintId = useId()
  return (
    <>
      <SelectField name="cancelHours" label="Cancellation Cut-Off" describedBy={hintId}>
        <option value="">None</option>
        {[...options]
          .sort((a, b) => a - b)
          .map((hours) => (
            <option key={hours} value={hours}>
              {plural(hours, 'hour')} before
            </option>
          ))}
      </SelectField>
      <p id={hintId} className="col-span-full -mt-2.5 text-sm text-muted">
        How long before tee-off the course stops taking cancellations. Players who drop out after
        that may have to pay the course.
      </p>
    </>
  )
}
