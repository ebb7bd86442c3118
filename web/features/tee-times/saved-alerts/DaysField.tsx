import { useId } from 'react'
import { useField } from '../../../ui/form-state.ts'
import { DAYS } from './describe-wish.ts'

interface DaysFieldProps {
  readonly name: string
  readonly label: string
}

/** Field to pick any number of days of the week. */
export function DaysField({ name, label }: DaysFieldProps) {
  const id = useId()
  const field = useField(name)
  const picked: readonly unknown[] = Array.isArray(field.value) ? field.value : []
  const change = (day: number, isPicked: boolean) =>
    field.set(isPicked ? [...picked, day] : picked.filter((one) => one !== day))
  return (
    <fieldset aria-describedby={field.message === undefined ? undefined : `${id}-error`}>
      <legend className="text-sm font-semibold">{label}</legend>
      <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-2">
        {DAYS.map((words, place) => (
          <label
            key={words}
            className="relative grid min-h-11 place-items-center rounded-[0.625rem] border border-edge px-2 has-checked:border-fairway has-checked:bg-fairway has-checked:font-semibold has-checked:text-on-fairway has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-fairway"
          >
            <input
              type="checkbox"
              name={name}
              aria-label={words}
              aria-invalid={field.message !== undefined}
              checked={picked.includes(place + 1)}
              onChange={(event) => change(place + 1, event.target.checked)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden>{words.slice(0, 3)}</span>
          </label>
        ))}
      </div>
      {field.message !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-sm font-medium text-flag">
          {field.message}
        </p>
      )}
    </fieldset>
  )
}
