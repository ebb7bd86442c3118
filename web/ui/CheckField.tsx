import { type ReactNode, useId } from 'react'
import { useField } from './form-state.ts'

interface CheckFieldProps {
  readonly name: string
  /** What checking the box means. */
  readonly children: ReactNode
}

/** A checkbox with its whole text as its label. */
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
