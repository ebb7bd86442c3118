import Sunset from 'lucide-react/icons/sunset'
import { couldBeDark, readDaylight } from '../../../contract/weather.ts'
import { shortTime } from '../../lib/dates.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { useSettled } from '../../lib/timing.ts'
import { useField } from '../../ui/form-state.ts'

interface DaylightProps {
  readonly course: string
  readonly date: string
  readonly time: string
  readonly groupId: number
}

/**
 * A note on a card if the sun sets before the round is likely to end. Its space is reserved from the start,
 * so that a late answer does not move what a golfer is about to tap.
 */
export function Daylight(props: DaylightProps) {
  const sunset = useSunset(props)
  if (!couldBeDark(props.time)) return null
  return (
    <div data-kept className="text-xs">
      {sunset !== undefined && <Warning sunset={sunset} />}
    </div>
  )
}

function Warning({ sunset }: { sunset: string }) {
  return (
    <p className="flex items-start gap-2 text-muted min-[24rem]:gap-3">
      <Sunset aria-hidden size={16} className="shrink-0 min-[24rem]:mx-1.5" />
      <span>
        Sunset at {shortTime(sunset)}, <span className="max-[24rem]:hidden">likely </span>before you
        finish
      </span>
    </p>
  )
}

/** Returns the time of sunset if the round is likely to end after it; undefined if not, or if unknown. */
function useSunset({ course, date, time, groupId }: DaylightProps): string | undefined {
  const isComplete = course !== '' && date !== '' && couldBeDark(time)
  const query = { date, time, location: course, groupId: String(groupId) }
  const { data } = useEndpoint(readDaylight, { query }, { enabled: isComplete })
  return isComplete ? (data?.sunset ?? undefined) : undefined
}

const PAUSE_MS = 600

/** The same for the fields of the surrounding form. Its space is reserved once a late time is typed. */
export function DaylightOfForm({ groupId }: Pick<DaylightProps, 'groupId'>) {
  const course = useSettled(useField('course').text.trim(), PAUSE_MS)
  const date = useField('date').text
  const typed = useField('time').text
  const time = useSettled(typed, PAUSE_MS)
  const sunset = useSunset({ course, date, time, groupId })
  const mayCome = course !== '' && date !== '' && couldBeDark(typed)
  return (
    <div role="status" className={`text-sm ${mayCome ? 'min-h-5' : 'empty:hidden'}`}>
      {sunset !== undefined && <Warning sunset={sunset} />}
    </div>
  )
}
