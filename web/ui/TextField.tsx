import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from './Field.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id'> {
  readonly name: string
  readonly label: string
  readonly hint?: string
}

export function TextField({ name, label, hint, type = 'text', ...rest }: TextFieldProps) {
  const { register } = useFormContext()
  return (
    <Field name={name} label={label} {...(hint !== undefined && { hint })}>
      {(control) => (
        <input {...rest} {...control} {...register(name)} type={type} className="control" />
      )}
    </Field>
  )
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'name' | 'id'> {
  readonly name: string
  readonly label: string
}

export function TextArea({ name, label, rows = 2, ...rest }: TextAreaProps) {
  const { register } = useFormContext()
  return (
    <Field name={name} label={label}>
      {(control) => (
        <textarea {...rest} {...control} {...register(name)} rows={rows} className="control" />
      )}
    </Field>
  )
}
