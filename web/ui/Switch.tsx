import { useId } from 'react'
import { useField } from './form-state.ts'

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
