import Sunset from 'lucide-react/icons/sunset'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { mightEndAfterSunset, readSunset } from '../../../contract/weather.ts'
import { shortTime } from '../../lib/dates.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { useSettled } from '../../lib/timing.ts'
import { useField } from '../../ui/form-state.ts'

export type Round = Pick<TeeTime, 'course' | 'date' | 'time' | 'groupId'>

const TYPING_PAUSE_MS = 600

/** A sunset warning for the surrounding form. It fits into the line of a label, so that no field moves. */
export function FormSunsetWarning({ groupId }: Pick<Round, 'groupId'>) {
  const course = useSettled(useField('course').text.trim(), TYPING_PAUSE_MS)
  const date = useField('date').text
  const time = useSettled(useField('time').text, TYPING_PAUSE_MS)
  const sunset = useEarlySunset({ course, date, time, groupId })
  return (
    <p role="status" className="float-right text-sm font-semibold text-sand">
      {sunset && (
        <>
          <Sunset size={16} className="mr-1 inline align-[-0.1875rem]" />
          Sunset {sunset}
          <span className="sr-only">, likely before you finish</span>
        </>
      )}
    </p>
  )
}

export function SunsetWarning(round: Round) {
  const sunset = useEarlySunset(round)
  if (sunset === undefined) return null
  return (
    <p className="flex items-start gap-2 min-[24rem]:gap-3">
      <Sunset size={16} className="shrink-0 text-sand min-[24rem]:mx-1.5" />
      <span>
        Sunset at {sunset}, <span className="max-[30rem]:hidden">likely </span>
        before you finish
      </span>
    </p>
  )
}

function useEarlySunset({ course, date, time, groupId }: Round): string | undefined {
  const isComplete = course !== '' && date !== '' && mightEndAfterSunset(time)
  const query = { date, time, location: course, groupId: String(groupId) }
  const { data } = useEndpoint(readSunset, { query }, { enabled: isComplete })
  return isComplete && data?.sunset ? shortTime(data.sunset) : undefined
}
