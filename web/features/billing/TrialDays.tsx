import CalendarClock from 'lucide-react/icons/calendar-clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { daysLeft } from '../../../contract/groups.ts'
import { TRIAL_WARNING_DAYS } from '../../../contract/limits.ts'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** An instant as 'May 30, 2026', by the reader's own calendar. */
export function fullDate(instant: string): string {
  return longDate.format(new Date(instant))
}

/** How long the trial still runs; red when it is soon over, or is. */
export function TrialDays({ expiryDate, now }: { expiryDate: string; now: Date }) {
  const isOver = Date.parse(expiryDate) <= now.getTime()
  const days = daysLeft(expiryDate, now) ?? 0
  const isWarning = days <= TRIAL_WARNING_DAYS
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
        <p className={`font-semibold ${isWarning ? 'text-flag' : ''}`}>
          {isOver
            ? 'The trial is over'
            : `${days} ${days === 1 ? 'day' : 'days'} left in the trial`}
        </p>
        <p className="text-sm">
          {isOver
            ? `It ended on ${fullDate(expiryDate)}. Posting, claiming and adding members wait for a subscription.`
            : `It ends on ${fullDate(expiryDate)}.`}
        </p>
      </div>
    </div>
  )
}
