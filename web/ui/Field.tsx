import { type ReactNode, useId } from 'react'
import { useField } from './form-state.ts'

export interface ControlProps {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FieldProps {
  /** The field's name in the form's schema. */
  readonly name: string
  readonly label: string
  /** Hides the label visually, where the layout already makes clear what the field is. */
  readonly labelHidden?: boolean | undefined
  readonly children: (control: ControlProps) => ReactNode
}

/** A labeled control with its error. */
export function Field({ name, label, labelHidden = false, children }: FieldProps) {
  const id = useId()
  const { message } = useField(name)
  return (
    <div>
      <label
        id={`${id}-label`}
        htmlFor={id}
        className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold'}
      >
        {label}
      </label>
      {children({
        id,
        name,
        'aria-invalid': message !== undefined,
        'aria-describedby': message === undefined ? undefined : `${id}-error`,
      })}
      {message !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-sm font-medium text-flag">
          {message}
        </p>
      )}
    </div>
  )
}
