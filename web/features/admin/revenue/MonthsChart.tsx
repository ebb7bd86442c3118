import { PRICE_CURRENCY } from '../../../../contract/limits.ts'
import type { Revenue } from '../../../../contract/super-admin.ts'
import { grouped } from '../../../lib/counts.ts'
import { nameWithYear } from '../../../lib/dates.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { MonthBars } from '../../../ui/MonthBars.tsx'
import { showMoney } from './describe-payment.ts'

type Months = Revenue['months']

const dollars = (cents: number) => showMoney(cents, PRICE_CURRENCY)

const roundDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: PRICE_CURRENCY,
  notation: 'compact',
  minimumFractionDigits: 0,
})

/** Revenue by month, as a bar chart and as a table. */
export function MonthsChart({ months }: { months: Months }) {
  const ceiling = ceilingOf(months.map(({ amount }) => amount))
  const sum = months.reduce((all, { amount }) => all + amount, 0)
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">Revenue by month</span>
        <span className="text-sm text-muted">{dollars(sum)} in twelve months</span>
      </figcaption>
      <MonthBars
        months={months.map(({ month, amount }) => ({ month, value: amount }))}
        ceiling={ceiling}
        showOnAxis={(cents) => roundDollars.format(cents / 100)}
        show={dollars}
      />
      <Disclosure title="Figures by month" now="">
        <MonthsTable months={months} />
      </Disclosure>
    </figure>
  )
}

function MonthsTable({ months }: { months: Months }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Revenue by month (UTC), less what was given back</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="py-1 text-left font-normal">
            Month (UTC)
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Payments
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Revenue
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, amount, payments }) => (
          <tr key={month} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {nameWithYear(month)}
            </th>
            <td className="py-1 text-right">{grouped(payments)}</td>
            <td className="py-1 text-right">{dollars(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const STEPS = [1, 2, 5, 10]

/** Returns the chart's maximum: a round amount of whole dollars, in cents, that no bar exceeds. */
export function ceilingOf(amounts: readonly number[]): number {
  const highest = Math.max(100, ...amounts)
  const unit = 10 ** Math.floor(Math.log10(highest))
  return (STEPS.find((step) => step * unit >= highest) ?? 10) * unit
}
