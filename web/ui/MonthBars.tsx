import { monthAndYear, nameOfMonth } from '../lib/dates.ts'

const HEIGHT = 128
/** The width of a bar, as a fraction of a month's width. */
const BAR_WIDTH = 0.7

interface MonthBarsProps {
  /** `month` is 'YYYY-MM'. */
  readonly months: readonly { readonly month: string; readonly value: number }[]
  /** The value at the top of the chart, which no bar exceeds. */
  readonly ceiling: number
  readonly formatOnAxis: (value: number) => string
  readonly formatValue: (value: number) => string
}

/** Screen readers skip the chart, because the same numbers are in a table below it. */
export function MonthBars({ months, ceiling, formatOnAxis, formatValue }: MonthBarsProps) {
  const slotWidth = 100 / months.length
  return (
    <div
      aria-hidden
      className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-xs leading-4 text-muted"
    >
      <div className="-my-2 flex flex-col justify-between text-right">
        {[1, 0.5, 0].map((fraction) => (
          <span key={fraction}>{formatOnAxis(ceiling * fraction)}</span>
        ))}
      </div>
      <svg aria-hidden className="block h-32 w-full overflow-visible" focusable="false">
        {[0, 0.5, 1].map((fraction) => (
          <line
            key={fraction}
            x1="0"
            x2="100%"
            y1={HEIGHT * (1 - fraction)}
            y2={HEIGHT * (1 - fraction)}
            className={fraction === 0 ? 'stroke-edge' : 'stroke-line'}
          />
        ))}
        {months.map(({ month, value }, index) => {
          const height = (HEIGHT * value) / ceiling
          return (
            <rect
              key={month}
              x={`${slotWidth * (index + (1 - BAR_WIDTH) / 2)}%`}
              width={`${slotWidth * BAR_WIDTH}%`}
              y={HEIGHT - height}
              height={height}
              rx="3"
              className="fill-fairway"
            >
              <title>{`${monthAndYear(month)}: ${formatValue(value)}`}</title>
            </rect>
          )
        })}
      </svg>
      <ol className="col-start-2 grid grid-cols-12 text-center">
        {months.map(({ month }) => (
          // A narrow phone shows the name of every other month, including the last one.
          <li key={month} className="min-w-0 max-sm:odd:invisible">
            <span className="flex justify-center whitespace-nowrap">{nameOfMonth(month)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
