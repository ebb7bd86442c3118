import CalendarClock from 'lucide-react/icons/calendar-clock'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { usableUntil } from '../../../contract/groups.ts'
import { PRICE, PRICE_MONTHS } from '../../../contract/limits.ts'
import { useNowAround } from '../../lib/timing.ts'
import type { PayableGroup } from './choose-group.ts'
import { describeTime, type GroupTime } from './describe-time.ts'
import { PaymentSection } from './PaymentSection.tsx'

/** One column on a phone; the benefits next to the payment on a wide screen. */
export const SIDE_BY_SIDE = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2'

interface OfferProps {
  readonly group: PayableGroup & { readonly expiryDate: string }
}

/** Shows what a subscription includes, what it costs, and where to pay. */
export function Offer({ group }: OfferProps) {
  const now = useNowAround(usableUntil(group)?.getTime() ?? 0)
  const benefits = [
    'Unlimited tee times and courses',
    'Text notifications',
    'A custom URL',
    'Weather integration',
  ]
  return (
    <div className={SIDE_BY_SIDE}>
      <div className="lg:col-span-2">
        <TimeLeft {...describeTime(group, now)} />
      </div>
      <section aria-label="What you get" className="sheet p-5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-display text-4xl leading-none">{PRICE}</span>
          <span className="text-muted">for {PRICE_MONTHS} months, the whole group</span>
        </p>
        <ul className="mt-4 space-y-2.5 border-t border-line pt-4">
          {benefits.map((benefit) => (
            <li key={benefit} className="flex gap-3">
              <Check aria-hidden size={20} className="mt-0.5 shrink-0 text-fairway" />
              {benefit}
            </li>
          ))}
        </ul>
      </section>
      <div className="space-y-4">
        <PaymentSection group={group} />
        <div className="space-y-2 px-1 text-sm text-muted">
          <p>
            It renews every {PRICE_MONTHS} months until you cancel, at any time on your profile.
          </p>
          <p>Not satisfied? You get your money back.</p>
          <p>
            An ad blocker can keep a payment form from loading. If yours does, switch it off for
            this page and load it again.
          </p>
        </div>
      </div>
    </div>
  )
}

/** How much longer a group can be used. Red when that time ends soon or has ended. */
function TimeLeft({ title, detail, isWarning }: GroupTime) {
  const Icon = isWarning ? TriangleAlert : CalendarClock
  return (
    <div
      className={`flex gap-3 rounded-[0.875rem] border p-4 ${isWarning ? 'border-flag bg-flag-soft' : 'border-line bg-sand-soft'}`}
    >
      <Icon
        aria-hidden
        size={22}
        className={`mt-0.5 shrink-0 ${isWarning ? 'text-flag' : 'text-sand'}`}
      />
      <div>
        <p className={`font-semibold ${isWarning ? 'text-flag' : ''}`}>{title}</p>
        <p className="text-sm">{detail}</p>
      </div>
    </div>
  )
}
