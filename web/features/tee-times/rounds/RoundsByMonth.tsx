import type { RoundsByMonth as Months } from '../../../../contract/rounds.ts'
import { formatNumber, plural } from '../../../lib/counts.ts'
import { monthAndYear } from '../../../lib/dates.ts'
import { CountsTable } from '../../../ui/CountsTable.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { MonthBars } from '../../../ui/MonthBars.tsx'

export function RoundsByMonth({ months }: { months: Months }) {
  return (
    <figure className="sheet px-4 pt-4">
      <figcaption className="font-semibold">Rounds by Month</figcaption>
      <MonthBars
        months={months.map(({ month, rounds }) => ({ month, value: rounds }))}
        ceiling={axisMaximum(months.map(({ rounds }) => rounds))}
        formatOnAxis={formatNumber}
        formatValue={(rounds) => plural(rounds, 'round')}
      />
      <Disclosure title="Show as Table" preview="">
        <CountsTable
          caption="Rounds by Month"
          columns={['Month', 'Rounds']}
          rows={months.flatMap(({ month, rounds }) =>
            rounds > 0 ? [[month, monthAndYear(month), rounds]] : [],
          )}
        />
      </Disclosure>
    </figure>
  )
}

const STEPS = [2, 4, 10]

/**
 * Returns the top of the axis: 2, 4 or 10 times a power of ten. Half of that, the label in the middle of the
 * axis, is a whole number.
 */
export function axisMaximum(rounds: readonly number[]): number {
  const highest = Math.max(2, ...rounds)
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(highest)) - 1)
  return (STEPS.find((step) => step * unit >= highest) ?? 10) * unit
}
