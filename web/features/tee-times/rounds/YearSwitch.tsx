import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'

interface YearSwitchProps {
  readonly year: number
  /** The years with rounds. */
  readonly years: readonly number[]
  readonly onTurn: (year: number) => void
}

/** The selected year, between buttons for the previous and the next year with rounds. */
export function YearSwitch({ year, years, onTurn }: YearSwitchProps) {
  const earlier = years.filter((other) => other < year)
  const later = years.filter((other) => other > year)
  const isAlone = earlier.length + later.length === 0
  const turn = (label: string, icon: ReactNode, to: number | undefined) => (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`, which would lose the focus at the first or last year.
      aria-disabled={to === undefined || undefined}
      className="icon-button border border-edge aria-disabled:opacity-50"
      onClick={() => {
        if (to !== undefined) onTurn(to)
      }}
    >
      {icon}
    </button>
  )
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      {!isAlone &&
        turn('Year before', <ChevronLeft aria-hidden size={20} />, nearest(earlier, Math.max))}
      <h2 aria-live="polite" className="font-display text-2xl leading-8">
        {year}
      </h2>
      {!isAlone &&
        turn('Year after', <ChevronRight aria-hidden size={20} />, nearest(later, Math.min))}
    </div>
  )
}

function nearest(
  years: readonly number[],
  pick: (...years: number[]) => number,
): number | undefined {
  return years.length === 0 ? undefined : pick(...years)
}
