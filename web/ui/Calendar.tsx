import { DayPicker, type Modifiers } from 'react-day-picker'
import './calendar.css'
import { fromCalendarDay, spokenDate, toCalendarDay } from '../lib/dates.ts'

// The default label says '1st', not the '1' that the button shows.
function spoken(day: Date, { today, selected }: Modifiers): string {
  return `${spokenDate(day)}${today ? ', today' : ''}${selected ? ', selected' : ''}`
}

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
      labels={{ labelDayButton: spoken }}
      onSelect={(day) => onPick(fromCalendarDay(day))}
    />
  )
}
