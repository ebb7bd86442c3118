import { Field, type FieldName } from './Fields.tsx'
import { StepButtons } from './Stepper.tsx'

interface TimePickerProps extends FieldName {
  readonly step: number
  /** The time that the buttons start from while the field is empty. */
  readonly start: string
}

export function TimePicker({ name, label, step, start }: TimePickerProps) {
  return (
    <Field name={name} label={label}>
      {(control, { text, input, set }) => (
        <StepButtons
          className="gap-1.5"
          labels={[`${step} minutes earlier`, `${step} minutes later`]}
          onStep={(by) =>
            set(text === '' ? start : steppedTime(text, by < 0 ? 'earlier' : 'later', step))
          }
        >
          <input
            {...control}
            {...input}
            type="time"
            // On a phone, there is no space for the picker's icon. A tap on the field opens the picker, too.
            className="control min-w-0 flex-1 px-1.5 text-center max-[27rem]:[&::-webkit-calendar-picker-indicator]:hidden"
          />
        </StepButtons>
      )}
    </Field>
  )
}

const DAY_MINUTES = 24 * 60

/** Returns the previous or next multiple of `step` minutes: for '08:12' and 10, '08:10' or '08:20'. */
export function steppedTime(time: string, direction: 'earlier' | 'later', step: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const at = (hour * 60 + minute) / step
  const next = direction === 'later' ? Math.floor(at) + 1 : Math.ceil(at) - 1
  const minutes = (next * step + DAY_MINUTES) % DAY_MINUTES
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
