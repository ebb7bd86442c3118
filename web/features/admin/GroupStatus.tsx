import { subscriptionStateOf } from '../../../contract/billing.ts'
import { daysLeft, type GroupSummary, isUnpaid } from '../../../contract/groups.ts'
import { EXPIRY_SOON_DAYS, EXPIRY_WARNING_DAYS } from '../../../contract/limits.ts'
import { plural } from '../../lib/counts.ts'
import { mediumDate } from '../../lib/dates.ts'
import { ordersByAge } from './ListPanel.tsx'

const TONES = {
  red: 'font-semibold text-flag',
  orange: 'font-semibold text-orange',
  calm: '',
} as const

export function Expiry({ group }: { group: GroupSummary }) {
  const { text, tone } = describeExpiry(group, new Date())
  if (group.expiryDate === null) return <span className="text-muted">{text}</span>
  return (
    <span>
      <span className="whitespace-nowrap">{mediumDate(group.expiryDate, group.timeZone)}</span>{' '}
      <span className={`whitespace-nowrap text-sm ${TONES[tone]}`}>{text}</span>
    </span>
  )
}

export function DaysLeft({ group }: { group: GroupSummary }) {
  const { text, tone } = describeExpiry(group, new Date())
  return <span className={TONES[tone]}>{text}</span>
}

type GroupPaymentFields = Pick<GroupSummary, 'expiryDate' | 'subscriptionStatus' | 'renews'>

export function describeExpiry(
  group: GroupPaymentFields,
  now: Date,
): { text: string; tone: keyof typeof TONES } {
  const days = daysLeft(group.expiryDate, now)
  if (days === null) return { text: 'No Expiry', tone: 'calm' }
  if (days <= 0) {
    return !isUnpaid(group, now)
      ? { text: 'Renewal due', tone: 'orange' }
      : { text: 'Expired', tone: 'red' }
  }
  const text = `${plural(days, 'day')} left`
  if (days <= EXPIRY_WARNING_DAYS) return { text, tone: 'red' }
  return { text, tone: days <= EXPIRY_SOON_DAYS ? 'orange' : 'calm' }
}

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const look = isActive ? 'bg-fairway/12 text-fairway' : 'bg-flag-soft text-flag'
  return <span className={`chip ${look}`}>{isActive ? 'Active' : 'Inactive'}</span>
}

export function describePaidStatus(group: GroupPaymentFields, now: Date) {
  const state = subscriptionStateOf(group, now)
  if (state === 'past-due') return { label: 'Past due', isLate: true }
  if (state !== 'active') return undefined
  return { label: group.renews ? 'Paid' : 'Paid, not renewing', isLate: false }
}

export const GROUP_ORDERS = [
  ['name', 'Name'],
  ['-name', 'Name, Z to A'],
  ['expiryDate', 'Expiry, soonest first'],
  ['-expiryDate', 'Expiry, latest first'],
  ...ordersByAge('createdAt'),
] as const
