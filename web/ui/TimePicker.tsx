import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Field } from './Fields.tsx'
import { useField } from './form-state.ts'
import './choices.css'

interface TimePickerProps {
  readonly name: string
  readonly label: string
  /** How many minutes the buttons move the time by. */
  readonly step: number
  /** The time that the buttons start from while the field is empty. */
  readonly start: string
}

/** The browser's own time picker between buttons for the full steps before and after. */
export function TimePicker({ name, label, step, start }: TimePickerProps) {
  const field = useField(name)
  const button = (direction: 'earlier' | 'later', icon: ReactNode) => (
    <button
      type="button"
      className="icon-button border border-edge"
      aria-label={`${step} minutes ${direction}`}
      onClick={() =>
        field.set(field.text === '' ? start : steppedTime(field.text, direction, step))
      }
    >
      {icon}
    </button>
  )
  return (
    <Field name={name} label={label}>
      {(control) => (
        <div className="flex gap-1.5">
          {button('earlier', <Minus aria-hidden size={18} />)}
          <input
            {...control}
            type="time"
            value={field.text}
            onChange={(event) => field.set(event.target.value)}
            className="control time-picker flex-1"
          />
          {button('later', <Plus aria-hidden size={18} />)}
        </div>
      )}
    </Field>
  )
}

const DAY = 24 * 60

/** Returns the full step before or after a time of day: 10 minutes after '08:12' is '08:20'. */
export function steppedTime(time: string, direction: 'earlier' | 'later', step: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const at = (hour * 60 + minute) / step
  const next = direction === 'later' ? Math.floor(at) + 1 : Math.ceil(at) - 1
  const minutes = (next * step + DAY) % DAY
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
