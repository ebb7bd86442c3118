import Sunset from 'lucide-react/icons/sunset'
import { useEffect, useState } from 'react'
import { couldBeDark, readDaylight } from '../../contract/weather.ts'
import { useField } from '../ui/form-state.ts'
import { shortTime } from '../ui/local-date.ts'
import { useAnswer } from './query-client.ts'

interface DaylightProps {
  readonly course: string
  readonly date: string
  readonly time: string
  readonly groupId: number
}

/**
 * On a card: a quiet word where the sun sets before a round is likely over. Its place is kept from the
 * beginning, as the answer comes when thumbs are on their way already.
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

/** When the sun sets before the round is likely over; undefined where it does not, or that is not known. */
function useSunset({ course, date, time, groupId }: DaylightProps): string | undefined {
  const isComplete = course !== '' && date !== '' && couldBeDark(time)
  const query = { date, time, location: course, groupId: String(groupId) }
  const { data } = useAnswer(readDaylight, { query }, { enabled: isComplete })
  return isComplete ? (data?.sunset ?? undefined) : undefined
}

const PAUSE_MS = 600

/** The same, of what is typed into the form around; its place is kept as soon as a late time is. */
export function DaylightOfForm({ groupId }: Pick<DaylightProps, 'groupId'>) {
  const course = useSettled(useField('course').text.trim())
  const date = useField('date').text
  const typed = useField('time').text
  const time = useSettled(typed)
  const sunset = useSunset({ course, date, time, groupId })
  const mayCome = course !== '' && date !== '' && couldBeDark(typed)
  return (
    <div role="status" className={`text-sm ${mayCome ? 'min-h-5' : 'empty:hidden'}`}>
      {sunset !== undefined && <Warning sunset={sunset} />}
    </div>
  )
}

/** What is typed, once nobody has typed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
