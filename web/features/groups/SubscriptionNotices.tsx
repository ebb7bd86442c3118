import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Link } from 'wouter'
import { daysLeft, type GroupDetail, isUnpaid, usableUntil } from '../../../contract/groups.ts'
import { EXPIRY_WARNING_DAYS } from '../../../contract/limits.ts'
import { capitalized } from '../../../contract/names.ts'
import { plural } from '../../lib/counts.ts'
import { longMonthAndDay } from '../../lib/dates.ts'
import { pathTo } from '../../lib/paths.ts'
import { useNowAround } from '../../lib/timing.ts'
import { IconButton } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/Links.tsx'

/** Shows a notice right above the tab bar, however long the page is, without shifting any content. */
export function SubscriptionNotices(props: { group: GroupDetail; golferId: number | undefined }) {
  const { group, golferId } = props
  const now = useNowAround(usableUntil(group)?.getTime() ?? 0)
  if (golferId === undefined) return null
  const isOwner = group.ownerId === golferId
  const isPaused = isUnpaid(group, now)
  if (!isPaused && !(isOwner && group.subscriptionStatus === 'past_due')) return null
  return (
    <div className="standing sticky bottom-[calc(4.5rem+var(--notice,0rem)+env(safe-area-inset-bottom))] z-20 mx-auto mt-auto w-full max-w-[28rem] lg:max-w-[64rem] animate-[fade-in_180ms_ease-out] px-3">
      <section
        aria-label={isPaused ? 'Paused' : 'Payment failed'}
        className={`flex min-h-13 items-center gap-3 rounded-[0.875rem] border px-4 py-1 has-[a]:pr-2 [box-shadow:var(--shadow-raised)] ${isOwner ? 'border-flag bg-flag-soft' : 'border-line bg-sand-soft'}`}
      >
        {isOwner && <TriangleAlert size={22} className="shrink-0 text-flag" />}
        <p
          id={isPaused ? PAUSE_NOTICE_ID : undefined}
          className="min-w-0 flex-1 py-2 text-sm leading-snug wrap-anywhere"
        >
          {isPaused ? describePause(group, golferId) : describeFailedPayment(group)}
        </p>
        {isOwner && (
          <ButtonLink href={pathTo('groupSubscribe', { slug: group.slug })}>
            {isPaused ? 'Subscribe' : 'Pay'}
          </ButtonLink>
        )}
      </section>
    </div>
  )
}

/** The id of the element that says why actions are paused and who can resume them. */
export const PAUSE_NOTICE_ID = 'paused'

/** Remembers a dismissal for this tab or, with `localStorage`, for this browser. */
export function useDismissed(key: string, storage = sessionStorage) {
  const [isDismissed, setIsDismissed] = useState(() => storage.getItem(key) !== null)
  const dismiss = () => {
    storage.setItem(key, '')
    setIsDismissed(true)
  }
  return [isDismissed, dismiss] as const
}

/** A banner for the group's owner, next to the link to My Golf, or below it if there is no space. */
export function TrialBanner({ group }: { group: GroupDetail }) {
  const now = useNowAround(usableUntil(group)?.getTime() ?? 0)
  const [isDismissed, dismiss] = useDismissed(`trialDismissed:${group.id}`)
  const days = isDismissed ? null : trialDays(group, now)
  if (days === null) return null
  const isUrgent = days <= EXPIRY_WARNING_DAYS
  return (
    // With the smaller text and padding, the banner fits next to the link on a phone that is 360 px wide.
    <section
      aria-label="Trial"
      data-warning={isUrgent || undefined}
      className="trial-banner relative z-0 flex items-center pl-3 text-sm font-semibold text-white max-[24.375rem]:pl-2.5 max-[24.375rem]:text-[0.75rem]"
    >
      {/* The visible box is less tall than the touch targets. */}
      <span
        aria-hidden
        className={`absolute inset-x-0 inset-y-1 -z-1 rounded-[0.625rem] ${isUrgent ? 'bg-alert' : 'bg-notice'}`}
      />
      <p className="py-2.5 leading-tight">Trial expires in {plural(days, 'day')}</p>
      <Link
        href={pathTo('groupSubscribe', { slug: group.slug })}
        className="inline-flex min-h-11 items-center pr-1 pl-2.5 underline underline-offset-4"
      >
        Upgrade
      </Link>
      <IconButton icon={X} iconSize={18} label="Dismiss" onClick={dismiss} />
    </section>
  )
}

export function trialDays(
  { expiryDate, subscriptionStatus }: Pick<GroupDetail, 'expiryDate' | 'subscriptionStatus'>,
  now: Date,
): number | null {
  if (subscriptionStatus === 'active' || subscriptionStatus === 'past_due') return null
  const days = daysLeft(expiryDate, now)
  if (days === null || days < 0) return null
  // This banner is only about trials, so a subscription that ended today needs none.
  if (subscriptionStatus === 'expired' && days === 0) return null
  // In the first 24 hours after the expiry, `daysLeft` returns -0.
  return Math.abs(days)
}

/** @param opening the start of the sentence, such as 'Invitations are paused' */
export function describePause(
  group: Pick<GroupDetail, 'ownerId' | 'ownerName' | 'subscriptionStatus'>,
  golferId: number | undefined,
  opening = 'No one can post tee times or claim spots',
): string {
  if (group.ownerId === golferId) return `${opening} until you subscribe.`
  return group.subscriptionStatus === null
    ? `${opening} until ${capitalized(group.ownerName)} subscribes.`
    : `${opening} until ${capitalized(group.ownerName)} renews the subscription.`
}

export function describeFailedPayment(
  group: Pick<GroupDetail, 'expiryDate' | 'renews' | 'timeZone'>,
): string {
  const until = usableUntil(group)
  return until === null
    ? 'Payment failed. Pay now to keep the group active.'
    : `Payment failed. Pay by ${longMonthAndDay(until, group.timeZone)} to keep posting tee times and claiming spots.`
}
