import CalendarClock from 'lucide-react/icons/calendar-clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { GroupTime } from './describe-time.ts'

/** How much longer a group can be used. Red when that time ends soon or has ended. */
export function TimeLeft({ title, detail, isWarning }: GroupTime) {
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
