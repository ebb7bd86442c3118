import type { ComponentProps } from 'react'
import { Field } from './Field.tsx'
import { useField } from './form-state.ts'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'value'> {
  readonly name: string
  readonly label: string
  readonly labelHidden?: boolean
}

export function TextField({ name, label, labelHidden, type = 'text', ...rest }: TextFieldProps) {
  const field = useField(name)
  return (
    <Field name={name} label={label} labelHidden={labelHidden}>
      {(control) => (
        <input
          {...rest}
          {...control}
          type={type}
          value={field.text}
          onChange={(event) => field.set(event.target.value)}
          className="control"
        />
      )}
    </Field>
  )
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'name' | 'id' | 'value'> {
  readonly name: string
  readonly label: string
}

export function TextArea({ name, label, rows = 2, ...rest }: TextAreaProps) {
  const field = useField(name)
  return (
    <Field name={name} label={label}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          rows={rows}
          value={field.text}
          onChange={(event) => field.set(event.target.value)}
          className="control"
        />
      )}
    </Field>
  )
}
