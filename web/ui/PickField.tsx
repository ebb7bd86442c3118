import { useId } from 'react'

interface PickFieldProps {
  readonly label: string
  readonly picked: string
  /** The values that can be picked, each with its label. */
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly onPick: (value: string) => void
}

/** A field that decides how a list is sorted or filtered. */
export function PickField({ label, picked, options, onPick }: PickFieldProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-1 basis-full items-center gap-2 sm:flex-none sm:basis-auto">
      <label htmlFor={id} className="shrink-0 text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={picked}
        onChange={(event) => onPick(event.target.value)}
        className="control min-w-0"
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
