import type { ReactNode } from 'react'
import type { RoundsByMonth as Months } from '../../../../contract/rounds.ts'
import { grouped, plural } from '../../../lib/counts.ts'
import { nameWithYear } from '../../../lib/dates.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { MonthBars } from '../../../ui/MonthBars.tsx'

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

interface CountsTableProps {
  readonly caption: string
  /** Heading of the first column. */
  readonly names: string
  /** Headings of the other columns. */
  readonly counts: readonly string[]
  readonly rows: readonly {
    readonly key: string | number
    readonly name: ReactNode
    readonly counts: readonly number[]
  }[]
}

/** A table of names with a few small numbers, which fits even the narrowest phone. */
export function CountsTable({ caption, names, counts, rows }: CountsTableProps) {
  return (
    <table className="w-full">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="py-1 text-left font-normal">
            {names}
          </th>
          {counts.map((name) => (
            <th key={name} scope="col" className="py-1 pl-3 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="border-t border-line">
            <th scope="row" className="py-2 text-left leading-snug font-normal wrap-anywhere">
              {row.name}
            </th>
            {counts.map((name, n) => (
              <td key={name} className="py-2 pl-3 text-right align-top leading-snug">
                {row.counts[n]?.toLocaleString('en-US')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
