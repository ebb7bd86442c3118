import CalendarClock from 'lucide-react/icons/calendar-clock'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { endOfPaidMonths, subscriptionStateOf } from '../../../contract/billing.ts'
import { daysLeft, type GroupSummary, usableUntil } from '../../../contract/groups.ts'
import { EXPIRY_WARNING_DAYS, PRICE, PRICE_MONTHS } from '../../../contract/limits.ts'
import type { ApiError } from '../../lib/api-client.ts'
import { plural } from '../../lib/counts.ts'
import { fullDate } from '../../lib/dates.ts'
import { useNowAround } from '../../lib/timing.ts'
import { TextLink } from '../../ui/Links.tsx'
import { Callout } from '../../ui/Notice.tsx'
import { PaymentSection } from './PaymentSection.tsx'

export const SIDE_BY_SIDE = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2'

const BENEFITS = [
  'Unlimited tee times and courses',
  'Text notifications',
  'A custom URL',
  'Weather integration',
]

/** Shows the offer and the payment form. If nobody can pay for the group now, shows only the reason. */
export function SubscriptionOffer({ group }: { group: GroupSummary & { expiryDate: string } }) {
  const now = useNowAround(usableUntil(group)?.getTime() ?? 0)
  const [refusal, setRefusal] = useState<ApiError>()
  const isPayable = refusal === undefined
  const isPastDue = subscriptionStateOf(group, now) === 'past-due'
  return (
    <div className={SIDE_BY_SIDE}>
      {refusal?.code !== 'PAYMENT_PROCESSING' && (
        <TimeLeft {...describeTimeLeft(group, now, isPayable)} />
      )}
      <section
        aria-label="What you get"
        hidden={!isPayable}
        // On a phone, an owner whose payment failed sees the form first.
        className={`sheet p-5 ${isPastDue ? 'order-last lg:order-none' : ''}`}
      >
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-display text-4xl leading-none">{PRICE}</span>
          <span className="text-muted">for {PRICE_MONTHS} months, for the whole group</span>
        </p>
        <ul className="mt-4 space-y-2.5 border-t border-line pt-4">
          {BENEFITS.map((benefit) => (
            <li key={benefit} className="flex gap-3">
              <Check size={20} className="mt-0.5 shrink-0 text-fairway" />
              {benefit}
            </li>
          ))}
        </ul>
      </section>
      <div className={isPayable ? 'space-y-4' : 'order-first lg:col-span-2'}>
        <PaymentSection group={group} refusal={refusal} onRefusal={setRefusal} />
        <div hidden={!isPayable} className="space-y-2 px-1 text-sm text-muted">
          <p>
            Renews every {PRICE_MONTHS} months until you cancel. To cancel anytime, tap "Manage" on
            your profile.
          </p>
          <p>
            Not satisfied? <TextLink to="contact">Contact us</TextLink>, and we'll give you your
            money back.
          </p>
          <p>
            An ad blocker can keep the payment form from loading. If yours does, turn it off for
            this page, then reload the page.
          </p>
        </div>
      </div>
    </div>
  )
}

function TimeLeft({ title, detail, isWarning }: ReturnType<typeof describeTimeLeft>) {
  return (
    <Callout icon={CalendarClock} isWarning={isWarning} className="lg:col-span-2">
      <div>
        <p className={`font-semibold ${isWarning ? 'text-flag' : ''}`}>{title}</p>
        <p className="text-sm font-normal">{detail}</p>
      </div>
    </Callout>
  )
}

export function describeTimeLeft(
  group: Pick<GroupSummary, 'subscriptionStatus' | 'renews' | 'timeZone'> & { expiryDate: string },
  now: Date,
  isPayable: boolean,
): { title: string; detail: string; isWarning: boolean } {
  const { expiryDate, subscriptionStatus, timeZone } = group
  const date = fullDate(expiryDate, timeZone)
  const days = daysLeft(expiryDate, now) ?? 0
  const nextPaymentDate = fullDate(endOfPaidMonths(new Date(expiryDate)), timeZone)
  const addedTime = isPayable
    ? ` If you pay now, you'll add ${PRICE_MONTHS} months to the time left, and the next payment will be on ${nextPaymentDate}.`
    : ''
  switch (subscriptionStateOf(group, now)) {
    case 'past-due':
      return {
        title: 'Payment failed',
        detail: `Pay by ${fullDate(usableUntil(group) ?? expiryDate, timeZone)} to keep posting tee times and claiming spots.`,
        isWarning: true,
      }
    case 'active':
      return {
        title: `Paid until ${date}`,
        detail: `The subscription doesn't renew automatically.${addedTime}`,
        isWarning: days <= EXPIRY_WARNING_DAYS,
      }
    case 'ended':
      return {
        title: `The ${subscriptionStatus === null ? 'trial' : 'subscription'} has ended`,
        detail: `It ended on ${date}. No one can post tee times, claim spots, or add members until you subscribe.`,
        isWarning: true,
      }
    default:
      return {
        title: `${plural(days, 'day')} left in the trial`,
        detail: `It ends on ${date}.${addedTime}`,
        isWarning: days <= EXPIRY_WARNING_DAYS,
      }
  }
}
