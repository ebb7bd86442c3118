import type { AdminGroup } from '../../../contract/super-admin.ts'
import { mediumDate } from '../../lib/dates.ts'
import { describeExpiry } from './describe-expiry.ts'

const TONES = {
  over: 'font-semibold text-flag',
  red: 'font-semibold text-flag',
  orange: 'font-semibold text-orange',
  calm: '',
} as const

/** The date when a group expires, with the days left. */
export function Expiry({ group }: { group: AdminGroup }) {
  const { text, tone } = describeExpiry(group, new Date())
  if (group.expiryDate === null) return <span className="text-muted">{text}</span>
  return (
    <span>
      <span className="whitespace-nowrap">{mediumDate(group.expiryDate, group.timeZone)}</span>{' '}
      <span className={`whitespace-nowrap text-sm ${TONES[tone]}`}>{text}</span>
    </span>
  )
}

/** Only the days left until a group expires. */
export function DaysLeft({ group }: { group: AdminGroup }) {
  const { text, tone } = describeExpiry(group, new Date())
  return <span className={TONES[tone]}>{text}</span>
}
