import CalendarDays from 'lucide-react/icons/calendar-days'
import { useState } from 'react'
import { readableDate } from '../lib/dates.ts'
import { type Chip, Chips } from './Chips.tsx'
import { Field, type FieldName } from './Fields.tsx'
import { onDemand } from './on-demand.tsx'

const { Calendar } = onDemand(() => import('./Calendar.tsx'))

export function DatePicker(props: FieldName & { from: string; to: string; chips?: Chip[] }) {
  const { name, label, from, to, chips } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Field name={name} label={label}>
      {({ id, ...control }, { text, set }) => {
        const closeCalendar = () => {
          setIsOpen(false)
          document.getElementById(id)?.focus()
        }
        return (
          <>
            {chips && (
              <div className="mb-2">
                <Chips
                  label="Suggested dates"
                  chips={chips}
                  value={text}
                  onPick={(date) => {
                    set(date)
                    setIsOpen(false)
                  }}
                />
              </div>
            )}
            <button
              {...control}
              id={id}
              type="button"
              aria-labelledby={`${id}-label ${id}-value`}
              aria-expanded={isOpen}
              className="control flex items-center gap-2"
              onPointerEnter={Calendar.preload}
              onClick={() => setIsOpen(!isOpen)}
            >
              <CalendarDays size={18} className="text-muted" />
              <span id={`${id}-value`} className={text === '' ? 'text-muted' : ''}>
                {text === '' ? 'Pick a date' : readableDate(text)}
              </span>
            </button>
            {isOpen && (
              <Calendar
                whileLoading={<div className="mt-2 h-[23.5rem]" />}
                value={text}
                from={from}
                to={to}
                onPick={(date) => {
                  set(date)
                  closeCalendar()
                }}
                onDismiss={closeCalendar}
              />
            )}
          </>
        )
      }}
    </Field>
  )
}
