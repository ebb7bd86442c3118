import { dateParts, timeParts } from '../../lib/dates.ts'

/** A date such as 'Sat, May 30', styled like a calendar page. */
export function DateLeaf({ date }: { date: string }) {
  const { weekday, month, day } = dateParts(date)
  return (
    <time
      dateTime={date}
      className="flex w-14 shrink-0 flex-col overflow-hidden rounded-[0.625rem] border border-line bg-sheet text-center"
    >
      <span className="leaf-head py-0.5 text-xs font-bold tracking-wide">
        {weekday}
        <span className="sr-only">, </span>
      </span>
      <span className="order-last pb-1 text-xs leading-none font-semibold text-muted">
        {month}{' '}
      </span>
      <span className="font-display text-2xl leading-8">{day}</span>
    </time>
  )
}

/** The tee-off time in large type: '8:12 AM'. */
export function TeeOff({ time, inRow = false }: { time: string; inRow?: boolean }) {
  const { clock, half } = timeParts(time)
  return (
    <time
      dateTime={time}
      className={`block font-display ${inRow ? 'text-2xl leading-8' : 'text-[2rem] leading-9'}`}
    >
      {clock} <span className="font-sans text-base font-semibold">{half}</span>
    </time>
  )
}
