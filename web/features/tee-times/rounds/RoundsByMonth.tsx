import type { RoundsByMonth as Months } from '../../../../contract/rounds.ts'
import { grouped, plural } from '../../../lib/counts.ts'
import { nameWithYear } from '../../../lib/dates.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { MonthBars } from '../../../ui/MonthBars.tsx'
import { CountsTable } from './CountsTable.tsx'

/** A year's rounds by month, as a bar chart and as a table. */
export function RoundsByMonth({ months }: { months: Months }) {
  const played = months.filter(({ rounds }) => rounds > 0)
  return (
    <figure className="sheet px-4 pt-4">
      <figcaption className="font-semibold">Rounds by month</figcaption>
      <MonthBars
        months={months.map(({ month, rounds }) => ({ month, value: rounds }))}
        ceiling={ceilingOf(months.map(({ rounds }) => rounds))}
        showOnAxis={grouped}
        show={(rounds) => plural(rounds, 'round')}
      />
      <Disclosure title="Figures by month" now="">
        <CountsTable
          caption="Rounds by month"
          names="Month"
          counts={['Rounds']}
          rows={played.map(({ month, rounds }) => ({
            key: month,
            name: nameWithYear(month),
            counts: [rounds],
          }))}
        />
      </Disclosure>
    </figure>
  )
}

const STEPS = [2, 4, 10]

/** Returns the chart's maximum: an even round number that no bar exceeds. Half of it must be an integer. */
export function ceilingOf(rounds: readonly number[]): number {
  const highest = Math.max(2, ...rounds)
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(highest)) - 1)
  return (STEPS.find((step) => step * unit >= highest) ?? 10) * unit
}
