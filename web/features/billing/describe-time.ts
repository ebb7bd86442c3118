import { endOfPaidMonths, subscriptionStateOf } from '../../../contract/billing.ts'
import { daysLeft, usableUntil } from '../../../contract/groups.ts'
import { PRICE_MONTHS, TRIAL_WARNING_DAYS } from '../../../contract/limits.ts'
import { plural } from '../../lib/counts.ts'
import { fullDate } from '../../lib/dates.ts'
import type { PayableGroup } from './choose-group.ts'

export interface GroupTime {
  readonly title: string
  readonly detail: string
  /** Whether the time ends soon or has ended. */
  readonly isWarning: boolean
}

type TimedGroup = Pick<PayableGroup, 'expiryDate' | 'subscriptionStatus' | 'renews' | 'timeZone'>

const WAITING = 'Posting, claiming and adding members wait'

/** Describes what paying now adds, with the same arithmetic as the server. */
function nothingLost(expiryDate: string, timeZone: string): string {
  const next = fullDate(endOfPaidMonths(new Date(expiryDate)), timeZone)
  return `Paying now adds ${PRICE_MONTHS} months to the time left. The next payment is on ${next}.`
}

/** Describes how much time a group has left, to the owner who can pay for it. */
export function describeTime(group: TimedGroup & { expiryDate: string }, now: Date): GroupTime {
  const { expiryDate, subscriptionStatus, timeZone } = group
  const date = fullDate(expiryDate, timeZone)
  const days = daysLeft(expiryDate, now) ?? 0
  switch (subscriptionStateOf(group, now)) {
    case 'past-due':
      return {
        title: 'Payment failed',
        detail: `The last payment did not go through. The group pauses on ${fullDate(usableUntil(group) ?? expiryDate, timeZone)}, unless it is paid for.`,
        isWarning: true,
      }
    case 'active':
      return {
        title: `Paid until ${date}`,
        detail: `The subscription doesn't renew automatically. ${nothingLost(expiryDate, timeZone)}`,
        isWarning: days <= TRIAL_WARNING_DAYS,
      }
    case 'ended':
      return subscriptionStatus === null
        ? {
            title: 'The trial is over',
            detail: `It ended on ${date}. ${WAITING} for a subscription.`,
            isWarning: true,
          }
        : {
            title: 'The subscription is over',
            detail: `It ended on ${date}. ${WAITING} for a payment.`,
            isWarning: true,
          }
    default:
      return {
        title: `${plural(days, 'day')} left in the trial`,
        detail: `It ends on ${date}. ${nothingLost(expiryDate, timeZone)}`,
        isWarning: days <= TRIAL_WARNING_DAYS,
      }
  }
}
