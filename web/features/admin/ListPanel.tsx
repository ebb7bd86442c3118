import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import { PAGE_ROWS } from '../../../contract/limits.ts'
import { capitalized } from '../../../contract/names.ts'
import { formatNumber, plural } from '../../lib/counts.ts'
import type { PagedList } from '../../lib/paged-list.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Pager, PickField, SearchField } from '../../ui/ListParts.tsx'
import { LoadingFailed, Notice } from '../../ui/Notice.tsx'
import { Loading } from '../../ui/Skeleton.tsx'

interface ListPanelProps<Row> {
  readonly list: PagedList<Row>
  readonly noun: readonly [one: string, many: string]
  readonly placeholder: string
  readonly orders: readonly (readonly [sort: string, label: string])[]
  readonly filters?: ReactNode
  readonly children: (rows: readonly Row[]) => ReactNode
}

export function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { list, noun, orders, placeholder, filters } = props
  const [, many] = noun
  const isEmpty = list.error !== null || list.rows?.length === 0
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <search className="flex min-w-0 flex-1 basis-[34rem] flex-wrap gap-3">
          <SearchField
            label={`Search ${many}`}
            placeholder={placeholder}
            text={list.typedSearch}
            onType={list.setTypedSearch}
          />
          {filters}
          {!isEmpty && (
            <PickField label="Sort By" value={list.sort} options={orders} onPick={list.sortBy} />
          )}
        </search>
        <p
          role="status"
          data-after-dialog
          tabIndex={-1}
          className={`min-h-6 text-sm text-muted ${isEmpty ? 'max-sm:sr-only' : ''}`}
        >
          {describeCount(list, noun)}
        </p>
      </div>
      <div aria-busy={list.isWaiting}>
        <Rows {...props} />
      </div>
      {list.pages !== undefined && !list.error && (
        <Pager page={list.page} pages={list.pages} onTurn={list.goToPage} />
      )}
    </div>
  )
}

const SKELETON_ROWS = ['h-8', 'h-8', 'h-8', 'h-8', 'h-8']

function Rows<Row>({ list, noun: [, many], children }: ListPanelProps<Row>) {
  if (list.error) return <LoadingFailed title={`We couldn't load the ${many}`} query={list} />
  if (list.rows === undefined) {
    return (
      <Loading
        label={`Loading the ${many}`}
        className="sheet space-y-8 p-6"
        blocks={SKELETON_ROWS}
      />
    )
  }
  if (list.rows.length > 0) return children(list.rows)
  const { isFiltered, search } = list
  if (!isFiltered && search === '') {
    return <Notice title={`No ${capitalized(many)} Yet`}>You'll see {many} here.</Notice>
  }
  return (
    <Notice
      title={`No ${capitalized(many)} Found`}
      action={
        <Button look="outline" onClick={isFiltered ? list.showAll : () => list.setTypedSearch('')}>
          {isFiltered ? 'Show All' : 'Clear Search'}
        </Button>
      }
    >
      {isFiltered
        ? 'No results.'
        : `Your search for "${search}" has no matches. Try fewer letters.`}
    </Notice>
  )
}

function describeCount<Row>(list: PagedList<Row>, [one, many]: readonly [string, string]): string {
  const { rows, total, page } = list
  if (rows === undefined || total === undefined || rows.length === 0 || list.error) return '\u00a0'
  const first = (page - 1) * PAGE_ROWS + 1
  const all = plural(total, one, many)
  if (list.isTruncated) return `Showing the first ${all}. Type more to narrow the results.`
  if (total <= rows.length) return all
  return `${formatNumber(first)}–${formatNumber(first + rows.length - 1)} of ${all}`
}

export interface RowDialogProps<Row> {
  readonly row: Row
  readonly onClose: () => void
}

type RowDialog<Row> = ComponentType<RowDialogProps<Row>>

interface TablePanelProps<Row>
  extends Omit<ListPanelProps<Row>, 'children'>,
    Omit<ComponentProps<typeof DataTable<Row>>, 'rows' | 'actions'> {
  /** `open` opens a dialog about the row. */
  readonly actions?: (row: Row, open: (dialog: RowDialog<Row>) => void) => ReactNode
}

export function TablePanel<Row>({ actions, ...props }: TablePanelProps<Row>) {
  const [openDialog, setOpenDialog] = useState<{ Dialog: RowDialog<Row>; row: Row }>()
  return (
    <>
      <ListPanel {...props}>
        {(rows) => (
          <div className="sheet">
            <DataTable
              {...props}
              rows={rows}
              actions={
                actions && ((row: Row) => actions(row, (Dialog) => setOpenDialog({ Dialog, row })))
              }
            />
          </div>
        )}
      </ListPanel>
      {openDialog && (
        <openDialog.Dialog row={openDialog.row} onClose={() => setOpenDialog(undefined)} />
      )}
    </>
  )
}

export function ordersByAge<const Field extends string>(field: Field) {
  return [
    [`-${field}`, 'Newest first'],
    [field, 'Oldest first'],
  ] as const
}

const SUPER_ADMIN_ADDRESS = /^\/api\/((super-)?admin|groups\/slug)\//

/** Refetches responses whose address matches: by default, all data of admin lists and group screens. */
export function refreshLists(addressPattern = SUPER_ADMIN_ADDRESS) {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) => addressPattern.test(String(address)),
  })
}
