import type { AdminGroup } from '../../../contract/super-admin.ts'
import { dayOf, describeExpiry } from './describe-expiry.ts'

const TONES = {
  over: 'font-semibold text-flag',
  red: 'font-semibold text-flag',
  orange: 'font-semibold text-orange',
  calm: '',
} as const

/** A group's end as a date with the days until then. */
export function Expiry({ group }: { group: AdminGroup }) {
  const { text, tone } = describeExpiry(group, new Date())
  if (group.expiryDate === null) return <span className="text-muted">{text}</span>
  return (
    <span>
      <span className="whitespace-nowrap">{dayOf(group.expiryDate, group.timeZone)}</span>{' '}
      <span className={`whitespace-nowrap text-sm ${TONES[tone]}`}>{text}</span>
    </span>
  )
}

/** The days until a group's end alone. */
export function DaysLeft({ group }: { group: AdminGroup }) {
  const { text, tone } = describeExpiry(group, new Date())
  return <span className={TONES[tone]}>{text}</span>
}
