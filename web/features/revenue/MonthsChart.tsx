import { PRICE_CURRENCY } from '../../../contract/limits.ts'
import type { Revenue } from '../../../contract/revenue.ts'
import { Fold } from '../../ui/Fold.tsx'
import { ceilingOf, nameOfMonth, nameWithYear } from './scale-months.ts'
import { showMoney } from './show-money.ts'

type Months = Revenue['months']

const HEIGHT = 128
/** Of a month's place, so much is bar. */
const BAR = 0.7

const dollars = (cents: number) => showMoney(cents, PRICE_CURRENCY)

const roundDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: PRICE_CURRENCY,
  notation: 'compact',
  minimumFractionDigits: 0,
})

/** What came in by month: bars to look at, and the figures as a table. */
export function MonthsChart({ months }: { months: Months }) {
  const ceiling = ceilingOf(months.map(({ amount }) => amount))
  const sum = months.reduce((all, { amount }) => all + amount, 0)
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">Revenue by month</span>
        <span className="text-sm text-muted">{dollars(sum)} in twelve months</span>
      </figcaption>
      <div
        aria-hidden
        className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-xs leading-4 text-muted"
      >
        <div className="-my-2 flex flex-col justify-between text-right">
          {[1, 0.5, 0].map((part) => (
            <span key={part}>{roundDollars.format((ceiling * part) / 100)}</span>
          ))}
        </div>
        <Bars months={months} ceiling={ceiling} />
        <ol className="col-start-2 grid grid-cols-12 text-center">
          {months.map(({ month }) => (
            // On a narrow phone every other name, this month's among them.
            <li key={month} className="min-w-0 max-sm:odd:invisible">
              <span className="flex justify-center whitespace-nowrap">{nameOfMonth(month)}</span>
            </li>
          ))}
        </ol>
      </div>
      <Fold title="Figures by month" now="">
        <MonthsTable months={months} />
      </Fold>
    </figure>
  )
}

function Bars({ months, ceiling }: { months: Months; ceiling: number }) {
  const place = 100 / months.length
  return (
    <svg aria-hidden className="block h-32 w-full overflow-visible" focusable="false">
      {[0, 0.5, 1].map((part) => (
        <line
          key={part}
          x1="0"
          x2="100%"
          y1={HEIGHT * (1 - part)}
          y2={HEIGHT * (1 - part)}
          className={part === 0 ? 'stroke-edge' : 'stroke-line'}
        />
      ))}
      {months.map(({ month, amount }, n) => {
        const height = (HEIGHT * amount) / ceiling
        return (
          <rect
            key={month}
            x={`${place * (n + (1 - BAR) / 2)}%`}
            width={`${place * BAR}%`}
            y={HEIGHT - height}
            height={height}
            rx="3"
            className="fill-fairway"
          >
            <title>{`${nameWithYear(month)}: ${dollars(amount)}`}</title>
          </rect>
        )
      })}
    </svg>
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
            <td className="py-1 text-right">{payments.toLocaleString('en-US')}</td>
            <td className="py-1 text-right">{dollars(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
