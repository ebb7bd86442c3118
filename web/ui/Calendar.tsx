import { DayPicker, type Modifiers } from 'react-day-picker'
import { fromCalendarDay, spokenDate, toCalendarDay } from '../lib/dates.ts'
import { useCloseOnEscapeOrBack } from './Dialog.tsx'

// The default label says '1st', but the button shows '1'. Voice control needs the same word in both.
function dayLabel(day: Date, { today, selected }: Modifiers): string {
  return `${spokenDate(day)}${today ? ', today' : ''}${selected ? ', selected' : ''}`
}

const MONTH_BUTTON =
  'row-start-1 grid h-11 place-items-center rounded-[0.625rem] aria-disabled:invisible'

const CLASS_NAMES = {
  month: 'grid grid-cols-[2.75rem_minmax(0,1fr)_2.75rem] items-center',
  month_caption: 'col-start-2 row-start-1 text-center font-semibold',
  button_previous: `${MONTH_BUTTON} col-start-1`,
  button_next: `${MONTH_BUTTON} col-start-3`,
  chevron: 'w-5 fill-current',
  month_grid: 'col-span-3 row-start-2 w-full table-fixed border-collapse',
  weekday: 'py-1 text-[0.8125rem] font-semibold text-muted',
  day: 'p-0 text-center',
  day_button:
    'h-11 w-full whitespace-nowrap rounded-[0.625rem] enabled:hover:bg-sunken disabled:cursor-not-allowed',
  outside: 'text-muted',
  disabled: 'opacity-40',
  today: '*:enabled:font-bold *:inset-ring *:inset-ring-edge',
  selected: '*:enabled:bg-fairway *:font-bold *:text-on-fairway',
}

export function Calendar(props: {
  value: string
  from: string
  to: string
  onPick: (date: string) => void
  /** Not `onClose`, which would make the loader treat the calendar as a dialog: see on-demand.tsx. */
  onDismiss: () => void
}) {
  useCloseOnEscapeOrBack(props.onDismiss)
  const first = toCalendarDay(props.from)
  const last = toCalendarDay(props.to)
  const selected = props.value === '' ? undefined : toCalendarDay(props.value)
  return (
    <div
      ref={showWholeCalendar}
      className="mt-2 scroll-mb-4 rounded-[0.875rem] border border-line p-2"
    >
      <DayPicker
        mode="single"
        required
        autoFocus
        fixedWeeks
        navLayout="around"
        classNames={CLASS_NAMES}
        selected={selected}
        defaultMonth={selected ?? first}
        startMonth={first}
        endMonth={last}
        disabled={{ before: first, after: last }}
        today={first}
        labels={{ labelDayButton: dayLabel }}
        onSelect={(day) => props.onPick(fromCalendarDay(day))}
      />
    </div>
  )
}

function showWholeCalendar(calendar: HTMLElement | null): void {
  calendar?.scrollIntoView({ block: 'nearest' })
}
