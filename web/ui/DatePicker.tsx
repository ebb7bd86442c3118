import CalendarDays from 'lucide-react/icons/calendar-days'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Field } from './Field.tsx'
import { shortDate } from './local-date.ts'
import { onDemand } from './on-demand.tsx'

const Calendar = onDemand(() => import('./Calendar.tsx').then((part) => part.Calendar))

interface DatePickerProps {
  readonly name: string
  readonly label: string
  /** First and last date that may be picked. */
  readonly from: string
  readonly to: string
}

/** A date of a form, picked from a calendar that unfolds below the control. */
export function DatePicker({ name, label, from, to }: DatePickerProps) {
  const { field } = useController({ name })
  const [open, setOpen] = useState(false)
  const value = typeof field.value === 'string' ? field.value : ''
  return (
    <Field name={name} label={label}>
      {(control) => (
        <>
          <button
            {...control}
            type="button"
            ref={field.ref}
            onBlur={field.onBlur}
            aria-expanded={open}
            aria-label={`${label}: ${value === '' ? 'none picked' : shortDate(value)}`}
            className="control flex items-center gap-2"
            onPointerEnter={Calendar.preload}
            onClick={() => setOpen(!open)}
          >
            <CalendarDays aria-hidden size={18} className="text-muted" />
            {value === '' ? <span className="text-muted">Pick a date</span> : shortDate(value)}
          </button>
          {open && (
            <Calendar
              waiting={<div className="mt-2 h-[21rem]" />}
              onFailure={() => setOpen(false)}
              value={value}
              from={from}
              to={to}
              onPick={(date) => {
                field.onChange(date)
                setOpen(false)
                document.getElementById(control.id)?.focus()
              }}
            />
          )}
        </>
      )}
    </Field>
  )
}
