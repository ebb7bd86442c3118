import { useId } from 'react'
import { useFormContext } from 'react-hook-form'

interface SwitchProps {
  readonly name: string
  readonly label: string
  readonly hint: string
}

/** An on/off control of a form; a checkbox that looks like a switch. */
export function Switch({ name, label, hint }: SwitchProps) {
  const id = useId()
  const { register } = useFormContext()
  return (
    <label htmlFor={id} className="flex min-h-11 items-center justify-between gap-4">
      <span>
        <span className="block text-sm font-semibold">{label}</span>
        <span id={`${id}-hint`} className="block text-sm text-muted">
          {hint}
        </span>
      </span>
      <input
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox brings its own state.
        role="switch"
        aria-describedby={`${id}-hint`}
        aria-label={label}
        {...register(name)}
        className="switch"
      />
    </label>
  )
}
