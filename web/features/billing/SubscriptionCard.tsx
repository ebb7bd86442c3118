import BadgeCheck from 'lucide-react/icons/badge-check'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect } from 'react'
import {
  type GroupSubscription,
  openBillingPortal,
  subscriptionStateOf,
} from '../../../contract/billing.ts'
import { type GroupDetail, usableUntil } from '../../../contract/groups.ts'
import { PRICE_MONTHS } from '../../../contract/limits.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { fullDate } from '../../lib/dates.ts'
import { pathTo, safePaymentUrl } from '../../lib/paths.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'
import { useNowAround } from '../../lib/timing.ts'
import { ActionButton } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/Links.tsx'

const LOOKS = {
  paid: { Icon: BadgeCheck, color: 'text-fairway' },
  running: { Icon: CalendarClock, color: 'text-sand' },
  warning: { Icon: TriangleAlert, color: 'text-flag' },
} as const

export function SubscriptionCard(props: {
  group: GroupDetail
  /** Undefined if loading failed. The card then shows neither the next payment nor the 'Manage' button. */
  subscription: GroupSubscription | undefined
}) {
  const { group, subscription } = props
  const now = useNowAround(usableUntil(group)?.getTime() ?? 0)
  const { title, detail, look, payLabel } = describeSubscription(group, subscription, now)
  const { Icon, color } = LOOKS[look]
  const isWarning = look === 'warning'
  return (
    <section aria-label="Subscription" className="sheet p-4">
      <div className="flex items-center gap-3">
        <Icon size={22} className={`shrink-0 ${color}`} />
        <h2 className={`font-semibold ${isWarning ? 'text-flag' : ''}`}>{title}</h2>
      </div>
      {detail !== undefined && <p className="mt-1 pl-8.5 text-sm text-muted">{detail}</p>}
      <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
        {payLabel !== undefined && (
          <ButtonLink
            href={pathTo('groupSubscribe', { slug: group.slug })}
            look={isWarning ? 'primary' : 'outline'}
            className="flex-1"
          >
            {payLabel}
          </ButtonLink>
        )}
        {subscription?.canManage && (
          <ManageButton groupId={group.id} className="flex-1" about="subscription" />
        )}
      </div>
    </section>
  )
}

type SubscribedGroup = Pick<
  GroupDetail,
  'expiryDate' | 'subscriptionStatus' | 'renews' | 'timeZone'
>

type NextPayment = Pick<GroupSubscription, 'nextPaymentAt'>

export const UPGRADE = 'Upgrade to Paid'

/** Describes the subscription, with dates in the group's time zone, as in emails. */
export function describeSubscription(
  group: SubscribedGroup,
  nextPayment: NextPayment | undefined,
  now: Date,
): { title: string; detail?: string; look: keyof typeof LOOKS; payLabel?: string } {
  const { expiryDate, subscriptionStatus, timeZone } = group
  const dateOf = (instant: string | Date | null) => fullDate(instant ?? now, timeZone)
  switch (subscriptionStateOf(group, now)) {
    case 'active':
      return {
        title: 'Active Subscription',
        look: 'paid',
        ...describeNextPayment(group, nextPayment),
      }
    case 'past-due':
      return {
        title: 'Payment failed',
        detail: `Pay by ${dateOf(usableUntil(group))} to keep posting tee times and claiming spots.`,
        look: 'warning',
        payLabel: 'Pay Now',
      }
    case 'ended':
      return {
        title: `${subscriptionStatus === null ? 'Trial expired' : 'Subscription ended'} ${dateOf(expiryDate)}`,
        detail: 'No one can post tee times, claim spots, or add members until you subscribe.',
        look: 'warning',
        payLabel: subscriptionStatus === null ? UPGRADE : 'Subscribe Again',
      }
    case 'trial':
      return { title: `Trial expires ${dateOf(expiryDate)}`, look: 'running', payLabel: UPGRADE }
    case 'free':
      return { title: 'Free Trial Active', look: 'running', payLabel: UPGRADE }
  }
}

function describeNextPayment(group: SubscribedGroup, nextPayment: NextPayment | undefined) {
  const { expiryDate, renews, timeZone } = group
  const next = nextPayment?.nextPaymentAt
  if (next) return { detail: `Next payment ${fullDate(next, timeZone)}` }
  if (expiryDate === null) return {}
  const until = fullDate(expiryDate, timeZone)
  return renews
    ? { detail: `Paid until ${until}` }
    : { detail: `Ends ${until}`, payLabel: `Pay for ${PRICE_MONTHS} More Months` }
}

/** Opens the payment provider's page, where the owner can replace the card, see invoices or cancel. */
export function ManageButton(props: { groupId: number; className?: string; about?: string }) {
  const { groupId, ...buttonProps } = props
  const openPortal = useAction({
    run: async () => {
      const { url } = await call(
        openBillingPortal,
        { params: { id: groupId } },
        { canRepeat: true },
      )
      const portalUrl = safePaymentUrl(url, window.location.origin)
      if (portalUrl === undefined) throw new Error(`Refused to open ${url}`)
      return portalUrl
    },
    failure: { title: 'Failed to Open Subscription', fallback: 'Please try again.' },
    onSuccess: (portalUrl) => window.location.assign(portalUrl),
    onError: () => void invalidateGroup(groupId),
  })
  const { isPending, isSuccess, mutate, reset } = openPortal
  useEffect(() => {
    // On 'back', the browser may restore this page from its cache with the button still pending.
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [reset])
  return (
    <ActionButton
      {...buttonProps}
      look="outline"
      action={{ isPending: isPending || isSuccess, mutate }}
      label="Manage"
      pendingLabel="Opening..."
    />
  )
}
