import { useId } from 'react'
import * as z from 'zod/mini'
import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  createSavedAlert,
  HEAD_START_MINUTES,
  listMySavedAlerts,
  MAX_SAVED_ALERT_COURSE_LENGTH,
  savedAlertForm,
} from '../../../contract/saved-alerts.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { putResponse, refetch } from '../../lib/query-client.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ariaFor, FieldError, TextField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { useField } from '../../ui/form-state.ts'
import { DAYS } from './SavedAlerts.tsx'

export function SavedAlertDialog({ groupId, onClose }: { groupId: number; onClose: () => void }) {
  const params = { id: groupId }
  const create = useAction({
    run: (body: BodyOf<typeof createSavedAlert>) => call(createSavedAlert, { params, body }),
    success: {
      title: 'Alert Saved',
      description: `We'll alert you ${HEAD_START_MINUTES} minutes before everyone else. In your quiet hours, texts and notifications wait.`,
    },
    failure: { title: 'Failed to Save Alert', doing: 'saving your alert' },
    onSuccess: (savedAlerts) => {
      putResponse(listMySavedAlerts, { params }, savedAlerts)
      onClose()
    },
    onError: () => refetch(listMySavedAlerts, { params }),
  })
  return (
    <Dialog
      title="Add Alert"
      description="Which tee times should we alert you about?"
      onClose={onClose}
    >
      <Form
        schema={typedAlertSchema}
        defaults={{ days: [], notBefore: '', notAfter: '', course: '' }}
        action={create}
        submitLabel="Save Alert"
        pendingLabel="Saving..."
      >
        <DaysField />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] gap-4">
          <TextField name="notBefore" label="No Earlier Than (optional)" type="time" />
          <TextField name="notAfter" label="No Later Than (optional)" type="time" />
        </div>
        <TextField
          name="course"
          label="Course Name Contains (optional)"
          placeholder="e.g., Cedar Hollow"
          maxLength={MAX_SAVED_ALERT_COURSE_LENGTH}
          autoComplete="off"
        />
      </Form>
    </Dialog>
  )
}

function DaysField() {
  const id = useId()
  const field = useField('days')
  const aria = ariaFor(id, field.message)
  const pickedDays: readonly unknown[] = Array.isArray(field.value) ? field.value : []
  const change = (day: number, isPicked: boolean) =>
    field.set(isPicked ? [...pickedDays, day] : pickedDays.filter((one) => one !== day))
  return (
    <fieldset aria-describedby={aria['aria-describedby']}>
      <legend className="text-sm font-semibold">Days</legend>
      <div className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(2.75rem,1fr))] gap-1">
        {DAYS.map((day, index) => (
          <label
            key={day}
            className="relative grid min-h-11 place-items-center rounded-[0.625rem] border border-edge has-[[aria-invalid=true]]:border-flag has-checked:border-fairway has-checked:bg-fairway has-checked:font-semibold has-checked:text-on-fairway has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-fairway"
          >
            <input
              type="checkbox"
              name="days"
              aria-label={day}
              aria-invalid={aria['aria-invalid']}
              checked={pickedDays.includes(index + 1)}
              onChange={(event) => change(index + 1, event.target.checked)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden>{day.slice(0, 3)}</span>
          </label>
        ))}
      </div>
      <FieldError id={id} message={field.message} />
    </fieldset>
  )
}

type TypedAlert = { days: number[]; notBefore: string; notAfter: string; course: string }

/** Turns an empty field into null, which matches anything, and applies the contract's rules. */
const typedAlertSchema = z.pipe(
  z.transform(
    ({ days, notBefore, notAfter, course }: TypedAlert): z.input<typeof savedAlertForm> => ({
      days,
      notBefore: notBefore || null,
      notAfter: notAfter || null,
      course: course.trim() || null,
    }),
  ),
  savedAlertForm,
)
