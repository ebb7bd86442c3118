import { type ComponentProps, type ReactNode, useId } from 'react'
import { useField } from './form-state.ts'

export interface FieldName {
  readonly name: string
  readonly label: string
}

/** For a field whose hint is outside the field. */
export interface FieldHint {
  /** The id of the hint. The field's own error message takes precedence over the hint. */
  readonly describedBy?: string | undefined
  /** Whether the hint says what is wrong with the value. */
  readonly isInvalid?: boolean | undefined
}

interface FieldProps extends FieldName, FieldHint {
  readonly children: (
    control: { id: string; name: string } & ReturnType<typeof ariaFor>,
    field: ReturnType<typeof useField>,
  ) => ReactNode
}

export function Field({ name, label, describedBy, isInvalid = false, children }: FieldProps) {
  const id = useId()
  const field = useField(name)
  const aria =
    field.message === undefined
      ? { 'aria-invalid': isInvalid, 'aria-describedby': describedBy }
      : ariaFor(id, field.message)
  return (
    <div>
      <label id={`${id}-label`} htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {children({ id, name, ...aria }, field)}
      <FieldError id={id} message={field.message} />
    </div>
  )
}

/** Returns the ARIA attributes that connect the control with this id to its {@link FieldError}. */
export function ariaFor(id: string, message: string | undefined) {
  const isInvalid = message !== undefined
  return { 'aria-invalid': isInvalid, 'aria-describedby': isInvalid ? `${id}-error` : undefined }
}

export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p id={`${id}-error`} className="mt-1 text-sm font-medium text-flag">
      {message}
    </p>
  )
}

export type PropsOf<Tag extends 'input' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  'name' | 'id' | 'value'
>

export function TextField(props: FieldName & FieldHint & PropsOf<'input'>) {
  const { name, label, describedBy, isInvalid, ...rest } = props
  return (
    <Field {...{ name, label, describedBy, isInvalid }}>
      {(control, { input }) => <input {...rest} {...control} {...input} className="control" />}
    </Field>
  )
}

export function EmailField(props: ComponentProps<typeof TextField>) {
  return <TextField type="email" autoCapitalize="none" spellCheck={false} {...props} />
}

/** For codes and names that a phone must not correct or fill in. */
export function ExactField(props: ComponentProps<typeof TextField>) {
  return <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />
}

export function TextArea({ name, label, rows = 2, ...rest }: FieldName & PropsOf<'textarea'>) {
  return (
    <Field name={name} label={label}>
      {(control, { input }) => (
        <textarea {...rest} {...control} {...input} rows={rows} className="control" />
      )}
    </Field>
  )
}

export function SelectField({
  children,
  ...rest
}: FieldName & FieldHint & { children: ReactNode }) {
  return (
    <Field {...rest}>
      {(control, { input }) => (
        <select {...control} {...input} className="control">
          {children}
        </select>
      )}
    </Field>
  )
}

export function CheckField({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  const { checkbox, message } = useField(name)
  const control = { id, name, ...ariaFor(id, message), ...checkbox }
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3 text-sm">
        <input {...control} type="checkbox" className="check" />
        <span>{children}</span>
      </label>
      <FieldError id={id} message={message} />
    </div>
  )
}

export function Switch({ name, ...rest }: FieldName & { hint?: string }) {
  const { checkbox } = useField(name)
  return <SwitchRow {...rest} {...checkbox} name={name} />
}

type SwitchRowProps = PropsOf<'input'> & { name?: string; label: string; hint?: string | undefined }

/** A switch that also works outside a form. */
export function SwitchRow({ label, hint, ...rest }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="block text-sm font-semibold wrap-anywhere">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <span className="grid size-13 shrink-0 place-items-center">
        <input
          {...rest}
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state.
          role="switch"
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          className="switch"
        />
      </span>
    </div>
  )
}
