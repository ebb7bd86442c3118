import type { ReactNode } from 'react'

interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  readonly detail?: (row: Row) => string | null
  readonly isNumber?: boolean
  /** Whether the cells stay on one line on a wide screen. */
  readonly noWrap?: boolean
}

/** A table on a wide screen. On a phone, each row becomes a box with one line for each column. */
export function DataTable<Row>(props: {
  caption: string
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  actions?: ((row: Row) => ReactNode) | undefined
  /** Whether the cells are short enough for a phone to show two side by side. */
  isDense?: boolean
}) {
  const { caption, columns, rows, keyOf, actions, isDense = false } = props
  const [first, ...others] = columns
  return (
    <table className={`data-table w-full ${isDense ? 'data-dense' : ''}`}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, isNumber }) => (
            <th key={name} scope="col" data-number={isNumber}>
              {name}
            </th>
          ))}
          {actions && <th scope="col">Actions</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{renderContent(first, row)}</th>
            {others.map((column) => (
              <td key={column.name} data-number={column.isNumber}>
                <span className="text-sm leading-6 text-muted min-[60rem]:hidden">
                  {column.name}
                </span>
                <span className={column.noWrap ? 'min-[60rem]:whitespace-nowrap' : ''}>
                  {renderContent(column, row)}
                </span>
              </td>
            ))}
            {actions && <td className="data-actions">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function renderContent<Row>({ cell, detail }: Column<Row>, row: Row) {
  const detailText = detail?.(row)
  return (
    <>
      {cell(row)}
      {detailText && <span className="block text-sm font-normal text-muted">{detailText}</span>}
    </>
  )
}
