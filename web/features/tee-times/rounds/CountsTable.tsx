import type { ReactNode } from 'react'

interface CountsTableProps {
  readonly caption: string
  /** Heading of the first column. */
  readonly names: string
  /** Headings of the other columns. */
  readonly counts: readonly string[]
  readonly rows: readonly {
    readonly key: string | number
    readonly name: ReactNode
    readonly counts: readonly number[]
  }[]
}

/** A table of names with a few small numbers, which fits even the narrowest phone. */
export function CountsTable({ caption, names, counts, rows }: CountsTableProps) {
  return (
    <table className="w-full">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="py-1 text-left font-normal">
            {names}
          </th>
          {counts.map((name) => (
            <th key={name} scope="col" className="py-1 pl-3 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="border-t border-line">
            <th scope="row" className="py-2 text-left leading-snug font-normal wrap-anywhere">
              {row.name}
            </th>
            {counts.map((name, n) => (
              <td key={name} className="py-2 pl-3 text-right align-top leading-snug">
                {row.counts[n]?.toLocaleString('en-US')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
