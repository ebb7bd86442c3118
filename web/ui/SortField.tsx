import { useId } from 'react'

interface SortFieldProps {
  readonly sort: string
  /** What can be sorted by, each order with its words. */
  readonly orders: readonly (readonly [sort: string, words: string])[]
  readonly onSort: (sort: string) => void
}

export function SortField({ sort, orders, onSort }: SortFieldProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-1 basis-full items-center gap-2 sm:flex-none sm:basis-auto">
      <label htmlFor={id} className="shrink-0 text-sm font-semibold">
        Sort by
      </label>
      <select
        id={id}
        value={sort}
        onChange={(event) => onSort(event.target.value)}
        className="control min-w-0"
      >
        {orders.map(([order, words]) => (
          <option key={order} value={order}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
