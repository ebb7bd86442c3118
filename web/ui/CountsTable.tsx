import type { ReactNode } from 'react'
import { formatNumber } from '../lib/counts.ts'

// With large text on a phone, the counts are below the name.
const STACKED_ROW = 'max-[18rem]:flex max-[18rem]:flex-wrap max-[18rem]:justify-end'
const STACKED_NAME = 'max-[18rem]:basis-full'
const STACKED_COUNT = 'max-[18rem]:basis-1/2 max-[18rem]:pt-0'

export function CountsTable(props: {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly [
    key: string | number,
    name: ReactNode,
    ...counts: (number | string)[],
  ])[]
}) {
  const { caption, columns, rows } = props
  return (
    <table className="w-full">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-muted">
        <tr className={STACKED_ROW}>
          {columns.map((heading, index) => (
            <th
              key={heading}
              scope="col"
              className={`py-1 align-bottom font-normal ${index === 0 ? `text-left ${STACKED_NAME}` : `pl-3 text-right sm:whitespace-nowrap ${STACKED_COUNT}`}`}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, name, ...counts]) => (
          <tr key={key} className={`border-t border-line ${STACKED_ROW}`}>
            <th
              scope="row"
              className={`py-2 text-left leading-snug font-normal wrap-anywhere ${STACKED_NAME}`}
            >
              {name}
            </th>
            {counts.map((count, index) => (
              <td
                key={columns[index + 1]}
                className={`py-2 pl-3 text-right align-top leading-snug ${STACKED_COUNT}`}
              >
                {typeof count === 'number' ? formatNumber(count) : count}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
