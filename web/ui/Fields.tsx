import { type ComponentProps, type ReactNode, useId } from 'react'
import { useField } from './form-state.ts'

interface ControlProps {
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

interface CheckFieldProps {
  readonly name: string
  /** What checking the box means. */
  readonly children: ReactNode
}

/** A checkbox whose label is the whole text beside it. */
export function CheckField({ name, children }: CheckFieldProps) {
  const id = useId()
  const field = useField(name)
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3 text-sm">
        <input
          id={id}
          name={name}
          type="checkbox"
          aria-invalid={field.message !== undefined}
          aria-describedby={field.message === undefined ? undefined : `${id}-error`}
          checked={field.value === true}
          onChange={(event) => field.set(event.target.checked)}
          className="check"
        />
        <span>{children}</span>
      </label>
      {field.message !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-sm font-medium text-flag">
          {field.message}
        </p>
      )}
    </div>
  )
}

interface SwitchProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
}

/** An on/off control of a form; a checkbox that looks like a switch. */
export function Switch({ name, label, hint }: SwitchProps) {
  const id = useId()
  const field = useField(name)
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
          id={id}
          name={name}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox brings its own state.
          role="switch"
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          checked={field.value === true}
          onChange={(event) => field.set(event.target.checked)}
          className="switch"
        />
      </span>
    </div>
  )
}
