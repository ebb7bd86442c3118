import type { ReactNode } from 'react'
import { Field } from './Field.tsx'
import { useField } from './form-state.ts'

interface SelectFieldProps {
  readonly name: string
  readonly label: string
  /** `<option>`s. */
  readonly children: ReactNode
}

export function SelectField({ name, label, children }: SelectFieldProps) {
  const field = useField(name)
  return (
    <Field name={name} label={label}>
      {(control) => (
        <select
          {...control}
          value={field.text}
          onChange={(event) => field.set(event.target.value)}
          className="control"
        >
          {children}
        </select>
      )}
    </Field>
  )
}
