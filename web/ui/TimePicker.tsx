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
          className="gap-1"
          labels={[`${step} minutes earlier`, `${step} minutes later`]}
          onStep={(by) => set(text === '' ? start : steppedTime(text, by, step))}
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

/** Returns the previous (-1) or next (1) multiple of `step` minutes: '08:10' or '08:20' for '08:12'. */
export function steppedTime(time: string, by: -1 | 1, step: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const stepIndex = (hour * 60 + minute) / step
  const next = by > 0 ? Math.floor(stepIndex) + 1 : Math.ceil(stepIndex) - 1
  // A step past midnight only changes the date, which is cut off.
  return new Date(next * step * 60_000).toISOString().slice(11, 16)
}
