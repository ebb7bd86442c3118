import ChevronDown from 'lucide-react/icons/chevron-down'
import CreditCard from 'lucide-react/icons/credit-card'
import { useState } from 'react'
import { PRICE_CURRENCY } from '../../../contract/limits.ts'
import { type Revenue, readRevenue } from '../../../contract/super-admin.ts'
import { formatMoney, formatNumber } from '../../lib/counts.ts'
import { monthAndYear } from '../../lib/dates.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { CountsTable } from '../../ui/CountsTable.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { MonthBars } from '../../ui/MonthBars.tsx'
import { Callout, LoadingFailedRow, Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Shows only one line until a tap, because the lists below are used more often. */
export function RevenuePanel() {
  const revenue = useEndpoint(readRevenue, {})
  const { data, error } = revenue
  const [isOpen, setOpen] = useState(false)
  const unknownMessage = error ? "We can't tell right now whether payments are on." : undefined
  const message = data ? PAYMENTS_LABELS[data.payments] : unknownMessage
  const isOff = data?.payments === 'off'
  return (
    <section
      aria-label="Payments"
      aria-busy={data === undefined && error === null}
      className="sheet px-4 lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-x-8"
    >
      <h2 className="lg:col-span-2">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-14 w-full items-center gap-3 py-2 text-left"
          onClick={() => setOpen(!isOpen)}
        >
          <span className="font-semibold">Payments</span>
          <span
            className={`flex-1 text-right text-sm ${isOff ? 'font-semibold text-flag' : 'text-muted'}`}
          >
            {!isOpen && message}
          </span>
          <ChevronDown
            size={20}
            className={`shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <div hidden={!isOpen}>
        <Callout icon={CreditCard} isWarning={isOff} className="min-h-14 items-center leading-5">
          {message}
        </Callout>
        <dl className="mt-4 flex gap-8">
          <Count label="Past Due" count={data?.pastDue} />
          <Count label="Expired" count={data?.expired} />
        </dl>
        <p className="mt-3 text-sm text-muted">
          Inactive groups and free groups without an end date aren't counted.
        </p>
      </div>
      <div hidden={!isOpen} className="mt-5 min-h-60 pb-2 lg:mt-0">
        {error ? (
          <LoadingFailedRow query={revenue} />
        ) : data === undefined ? (
          <Skeleton className="h-60 w-full" />
        ) : data.months.every(({ payments }) => payments === 0) ? (
          <Notice as="h3" title="No Payments Yet">
            The last 12 months of payments show up here.
          </Notice>
        ) : (
          <MonthsChart months={data.months} />
        )}
      </div>
    </section>
  )
}

function Count({ label, count }: { label: string; count: number | undefined }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-display text-2xl leading-8">
        {count === undefined ? '–' : formatNumber(count)}
      </dd>
    </div>
  )
}

const roundDollarFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: PRICE_CURRENCY,
  notation: 'compact',
  minimumFractionDigits: 0,
})

function MonthsChart({ months }: { months: Revenue['months'] }) {
  const ceiling = axisMaximum(months.map(({ amount }) => amount))
  const sum = months.reduce((all, { amount }) => all + amount, 0)
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">Revenue by Month</span>
        <span className="text-sm text-muted">{formatMoney(sum)} in the last 12 months</span>
      </figcaption>
      <MonthBars
        months={months.map(({ month, amount }) => ({ month, value: amount }))}
        ceiling={ceiling}
        formatOnAxis={(cents) => roundDollarFormat.format(cents / 100)}
        formatValue={formatMoney}
      />
      <Disclosure title="Show as Table">
        <CountsTable
          caption="Revenue by month (UTC), after refunds"
          columns={['Month (UTC)', 'Payments', 'Revenue']}
          rows={months.map(({ month, amount, payments }) => [
            month,
            monthAndYear(month),
            payments,
            formatMoney(amount),
          ])}
        />
      </Disclosure>
    </figure>
  )
}

/** Returns the upper end of the chart's axis, in cents: a round number of dollars that no bar exceeds. */
export function axisMaximum(amounts: readonly number[]): number {
  const highest = Math.max(100, ...amounts)
  const unit = 10 ** Math.floor(Math.log10(highest))
  return ([1, 2, 5].find((step) => step * unit >= highest) ?? 10) * unit
}

const PAYMENTS_LABELS: Readonly<Record<Revenue['payments'], string>> = {
  stripe: 'Payments are on, through Stripe.',
  sandbox: 'Test mode: no card is charged.',
  off: 'Payments are off: set STRIPE_SECRET_KEY.',
}
