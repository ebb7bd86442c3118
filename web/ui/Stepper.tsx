import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { Field, type FieldName } from './Fields.tsx'

export function StepButtons(props: {
  labels: readonly [less: string, more: string]
  isAtMin?: boolean
  isAtMax?: boolean
  onStep: (by: -1 | 1) => void
  className: string
  children: ReactNode
}) {
  const { labels, isAtMin = false, isAtMax = false, onStep } = props
  const shared = { iconSize: 18, className: 'border border-edge' }
  const less = { icon: Minus, label: labels[0], pending: isAtMin, onClick: () => onStep(-1) }
  const more = { icon: Plus, label: labels[1], pending: isAtMax, onClick: () => onStep(1) }
  return (
    <div className={`flex ${props.className}`}>
      <IconButton {...shared} {...less} />
      {props.children}
      <IconButton {...shared} {...more} />
    </div>
  )
}

interface StepperProps extends FieldName {
  /** The noun in the buttons' names, if it isn't the label: 'days ahead' in 'Fewer days ahead'. */
  readonly noun?: string
  readonly min: number
  readonly max: number
}

export function Stepper({ name, label, noun = label.toLowerCase(), min, max }: StepperProps) {
  return (
    <Field name={name} label={label}>
      {(control, field) => {
        const value = typeof field.value === 'number' ? field.value : undefined
        return (
          <StepButtons
            className="gap-1"
            labels={[`Fewer ${noun}`, `More ${noun}`]}
            isAtMin={value === min}
            isAtMax={value === max}
            onStep={(by) => field.set(Math.min(max, Math.max(min, (value ?? min) + by)))}
          >
            <input
              {...control}
              type="number"
              inputMode="numeric"
              min={min}
              max={max}
              value={value ?? ''}
              onChange={({ target }) =>
                field.set(target.value === '' ? undefined : target.valueAsNumber)
              }
              className="control appearance-[textfield] text-center font-semibold [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
            />
          </StepButtons>
        )
      }}
    </Field>
  )
}
