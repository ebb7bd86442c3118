import { useId } from 'react'

interface TakeItBoxProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** Whether to be asked when it is my turn. */
export function TakeItBox({ checked, onChange }: TakeItBoxProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 w-full cursor-pointer items-center gap-3 text-sm leading-snug"
    >
      <input
        id={id}
        type="checkbox"
        className="check"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span className="font-semibold text-ink">Take it for me</span> when it is my turn
      </span>
    </label>
  )
}
