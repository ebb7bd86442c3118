import type { ReactNode } from 'react'
import type { RoundsByMonth as Months } from '../../../../contract/rounds.ts'
import { formatNumber, plural } from '../../../lib/counts.ts'
import { monthAndYear } from '../../../lib/dates.ts'
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

/** Returns 2, 4 or 10 times a power of ten: half of it, the label in the middle, is a whole number. */
export function axisMaximum(rounds: readonly number[]): number {
  const highest = Math.max(2, ...rounds)
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(highest)) - 1)
  return (STEPS.find((step) => step * unit >= highest) ?? 10) * unit
}

// With large text on a phone, the counts are below the name.
const STACKED_ROW = 'max-[18rem]:flex max-[18rem]:flex-wrap max-[18rem]:justify-end'
const STACKED_NAME = 'max-[18rem]:basis-full'
const STACKED_COUNT = 'max-[18rem]:basis-1/2 max-[18rem]:pt-0'

export function CountsTable(props: {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly [key: string | number, name: ReactNode, ...counts: number[]])[]
}) {
  const { caption, columns, rows } = props
  return (
    <table className="w-full">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-muted">
        <tr className={STACKED_ROW}>
          {columns.map((heading, index) => (
            <th
              key={heading}
              scope="col"
              className={`py-1 align-bottom font-normal ${index === 0 ? `text-left ${STACKED_NAME}` : `pl-3 text-right ${STACKED_COUNT}`}`}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, name, ...counts]) => (
          <tr key={key} className={`border-t border-line ${STACKED_ROW}`}>
            <th
              scope="row"
              className={`py-2 text-left leading-snug font-normal wrap-anywhere ${STACKED_NAME}`}
            >
              {name}
            </th>
            {counts.map((count, index) => (
              <td
                key={columns[index + 1]}
                className={`py-2 pl-3 text-right align-top leading-snug ${STACKED_COUNT}`}
              >
                {formatNumber(count)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
