import { daysLeft, isSubscribed } from '../../../contract/groups.ts'
import { EXPIRY_SOON_DAYS, TRIAL_WARNING_DAYS } from '../../../contract/limits.ts'
import type { AdminGroup } from '../../../contract/super-admin.ts'
import { plural } from '../../lib/counts.ts'

export interface ExpiryWords {
  readonly text: string
  readonly tone: 'over' | 'red' | 'orange' | 'calm'
}

/**
 * Describes how much of a group's time is left: '12 days left', 'Expired', or 'No Expiry'. A paid group
 * that stays usable while its next payment is due gets 'Renewal due'.
 */
export function describeExpiry(
  group: Pick<AdminGroup, 'expiryDate' | 'subscriptionStatus' | 'renews'>,
  now: Date,
): ExpiryWords {
  const { expiryDate } = group
  const days = daysLeft(expiryDate, now)
  if (expiryDate === null || days === null) return { text: 'No Expiry', tone: 'calm' }
  if (Date.parse(expiryDate) <= now.getTime()) {
    return isSubscribed(group, now)
      ? { text: 'Renewal due', tone: 'orange' }
      : { text: 'Expired', tone: 'over' }
  }
  const text = `${plural(days, 'day')} left`
  if (days <= TRIAL_WARNING_DAYS) return { text, tone: 'red' }
  return { text, tone: days <= EXPIRY_SOON_DAYS ? 'orange' : 'calm' }
}
