interface ChipsProps {
  readonly label: string
  readonly chips: readonly Chip[]
  readonly value: string
  readonly onPick: (value: string) => void
  /** Whether to use two columns and clamp chips to two lines, so that the texts don't affect the height. */
  readonly inColumns?: boolean
}

export interface Chip {
  readonly value: string
  readonly text: string
}

export function Chips({ label, chips, value, onPick, inColumns = false }: ChipsProps) {
  return (
    <fieldset
      aria-label={label}
      className={inColumns ? 'grid grid-cols-2 gap-2' : 'flex flex-wrap gap-2'}
    >
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          aria-pressed={chip.value === value}
          className={`min-h-11 max-w-full rounded-full border border-edge px-3.5 hover:bg-sunken aria-pressed:border-fairway aria-pressed:bg-fairway aria-pressed:text-on-fairway ${inColumns ? 'h-11 text-sm leading-4' : 'truncate py-2 text-[0.9375rem] leading-5'}`}
          onClick={() => onPick(chip.value)}
        >
          {inColumns ? <span className="line-clamp-2 wrap-anywhere">{chip.text}</span> : chip.text}
        </button>
      ))}
    </fieldset>
  )
}
