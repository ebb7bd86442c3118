import { type ReactNode, useId } from 'react'
import { useFormContext } from 'react-hook-form'

export interface ControlProps {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FieldProps {
  /** The field's name in the form's schema. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly children: (control: ControlProps) => ReactNode
}

/** A labelled control with its hint and its error. */
export function Field({ name, label, hint, children }: FieldProps) {
  const id = useId()
  const { formState, getFieldState } = useFormContext()
  const message = getFieldState(name, formState).error?.message
  const describedBy = [message ? `${id}-error` : '', hint ? `${id}-hint` : '']
    .filter((part) => part !== '')
    .join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': message !== undefined,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {message && (
        <p id={`${id}-error`} className="mt-1 text-sm font-medium text-flag">
          {message}
        </p>
      )}
    </div>
  )
}
