import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useController } from 'react-hook-form'
import { Field } from './Field.tsx'

interface StepperProps {
  readonly name: string
  readonly label: string
  readonly min: number
  readonly max: number
}

/** A small whole number, by thumb or by typing. */
export function Stepper({ name, label, min, max }: StepperProps) {
  const { field } = useController({ name })
  const value = Number(field.value)
  const step = (by: number) => field.onChange(Math.min(max, Math.max(min, (value || min) + by)))
  return (
    <Field name={name} label={label}>
      {(control) => (
        <div className="flex gap-2">
          <button
            type="button"
            className="icon-button border border-edge"
            aria-label={`Fewer ${label.toLowerCase()}`}
            disabled={value <= min}
            onClick={() => step(-1)}
          >
            <Minus aria-hidden size={18} />
          </button>
          <input
            {...control}
            ref={field.ref}
            name={field.name}
            onBlur={field.onBlur}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            value={field.value ?? ''}
            onChange={(event) =>
              field.onChange(event.target.value === '' ? '' : event.target.valueAsNumber)
            }
            className="control stepper text-center font-semibold"
          />
          <button
            type="button"
            className="icon-button border border-edge"
            aria-label={`More ${label.toLowerCase()}`}
            disabled={value >= max}
            onClick={() => step(1)}
          >
            <Plus aria-hidden size={18} />
          </button>
        </div>
      )}
    </Field>
  )
}
