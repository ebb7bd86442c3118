import Sunset from 'lucide-react/icons/sunset'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { couldBeDark, readDaylight } from '../../../contract/weather.ts'
import { shortTime } from '../../lib/dates.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { useSettled } from '../../lib/timing.ts'
import { useField } from '../../ui/form-state.ts'

export type Round = Pick<TeeTime, 'course' | 'date' | 'time' | 'groupId'>

const PAUSE_MS = 600

/** A sunset warning for the surrounding form. Its space is reserved once a late time is typed. */
export function DaylightOfForm({ groupId }: Pick<Round, 'groupId'>) {
  const course = useSettled(useField('course').text.trim(), PAUSE_MS)
  const date = useField('date').text
  const typed = useField('time').text
  const time = useSettled(typed, PAUSE_MS)
  const mayAppear = course !== '' && date !== '' && couldBeDark(typed)
  return (
    <div role="status" className={`text-sm ${mayAppear ? 'min-h-5' : 'empty:hidden'}`}>
      <SunsetWarning course={course} date={date} time={time} groupId={groupId} />
    </div>
  )
}

/** A warning if the sun sets before the round is likely to end. */
export function SunsetWarning({ course, date, time, groupId }: Round) {
  const isComplete = course !== '' && date !== '' && couldBeDark(time)
  const query = { date, time, location: course, groupId: String(groupId) }
  const { data } = useEndpoint(readDaylight, { query }, { enabled: isComplete })
  if (!isComplete || data?.sunset == null) return null
  return (
    <p className="flex items-start gap-2 text-muted min-[24rem]:gap-3">
      <Sunset aria-hidden size={16} className="shrink-0 min-[24rem]:mx-1.5" />
      <span>
        Sunset at {shortTime(data.sunset)}, <span className="max-[24rem]:hidden">likely </span>
        before you finish
      </span>
    </p>
  )
}
