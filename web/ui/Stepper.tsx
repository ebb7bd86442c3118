import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { Field } from './Fields.tsx'
import { useField } from './form-state.ts'

interface StepperProps {
  readonly name: string
  readonly label: string
  /** The noun for the buttons' names, if it is not the label: 'days ahead' for 'Fewer days ahead'. */
  readonly counted?: string
  readonly min: number
  readonly max: number
}

/** A field for a small whole number, set by buttons or by typing. */
export function Stepper({ name, label, counted = label.toLowerCase(), min, max }: StepperProps) {
  const field = useField(name)
  const value = typeof field.value === 'number' ? field.value : undefined
  const step = (by: number) => field.set(Math.min(max, Math.max(min, (value ?? min) + by)))
  return (
    <Field name={name} label={label}>
      {(control) => (
        <div className="flex gap-2">
          <button
            type="button"
            className="icon-button border border-edge"
            aria-label={`Fewer ${counted}`}
            aria-disabled={value === min || undefined}
            onClick={() => step(-1)}
          >
            <Minus aria-hidden size={18} />
          </button>
          <input
            {...control}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            value={value ?? ''}
            onChange={(event) =>
              field.set(event.target.value === '' ? undefined : event.target.valueAsNumber)
            }
            className="control stepper text-center font-semibold"
          />
          <button
            type="button"
            className="icon-button border border-edge"
            aria-label={`More ${counted}`}
            aria-disabled={value === max || undefined}
            onClick={() => step(1)}
          >
            <Plus aria-hidden size={18} />
          </button>
        </div>
      )}
    </Field>
  )
}
