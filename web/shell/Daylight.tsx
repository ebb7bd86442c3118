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

/** A quiet word where the sun sets before a round is likely over; else nothing. */
export function Daylight({ course, date, time, groupId }: DaylightProps) {
  const isComplete = course !== '' && date !== '' && couldBeDark(time)
  const query = { date, time, location: course, groupId: String(groupId) }
  const { data } = useAnswer(readDaylight, { query }, { enabled: isComplete })
  if (!isComplete || data?.sunset == null) return null
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Sunset aria-hidden size={16} className="shrink-0" />
      Sunset at {shortTime(data.sunset)}, likely before you finish
    </p>
  )
}

const PAUSE_MS = 600

/** The same, of what is typed into the form around. */
export function DaylightOfForm({ groupId }: Pick<DaylightProps, 'groupId'>) {
  const course = useSettled(useField('course').text.trim())
  const date = useField('date').text
  const time = useSettled(useField('time').text)
  return (
    <div role="status" className="empty:hidden">
      <Daylight course={course} date={date} time={time} groupId={groupId} />
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
