import { DayPicker } from 'react-day-picker'
import './calendar.css'
import { fromCalendarDay, toCalendarDay } from './local-date.ts'

interface CalendarProps {
  readonly value: string
  readonly from: string
  readonly to: string
  readonly onPick: (date: string) => void
}

export function Calendar({ value, from, to, onPick }: CalendarProps) {
  const first = toCalendarDay(from)
  const last = toCalendarDay(to)
  const selected = value === '' ? undefined : toCalendarDay(value)
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      fixedWeeks
      navLayout="around"
      className="calendar"
      selected={selected}
      defaultMonth={selected ?? first}
      startMonth={first}
      endMonth={last}
      disabled={{ before: first, after: last }}
      today={first}
      onSelect={(day) => onPick(fromCalendarDay(day))}
    />
  )
}
