import './choices.css'

interface ChipsProps {
  /** Names the chips together, for screen readers. */
  readonly label: string
  readonly chips: readonly Chip[]
  /** The value of the chosen chip, if any of them is. */
  readonly value: string
  readonly onPick: (value: string) => void
  /** Puts them in two columns, where long ones are cut off, so that they take a known space. */
  readonly inColumns?: boolean
}

export interface Chip {
  readonly value: string
  readonly text: string
}

/** Quick answers for the field below or above them. */
export function Chips({ label, chips, value, onPick, inColumns = false }: ChipsProps) {
  return (
    <fieldset aria-label={label} className="chips" data-columns={inColumns || undefined}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          aria-pressed={chip.value === value}
          className="choice"
          onClick={() => onPick(chip.value)}
        >
          {chip.text}
        </button>
      ))}
    </fieldset>
  )
}
