import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Endpoint, QueryOf, ResponseOf } from '../../contract/endpoint.ts'
import { MAX_FOUND_ROWS, PAGE_ROWS } from '../../contract/limits.ts'
import { TOTAL_HEADER } from '../../contract/paging.ts'
import { addressOf, type CallInput, readJson, send } from './api-client.ts'
import { readOrCached } from './query-client.ts'

const TYPING_PAUSE_MS = 300

type PagedEndpoint = Endpoint & { readonly method: 'GET'; readonly paged: true }
type RowOf<E extends Endpoint> = ResponseOf<E> extends (infer Row)[] ? Row : never
type SortOf<E extends Endpoint> = NonNullable<(QueryOf<E> & { sort?: string })['sort']>

/** The filters of a list. The page's URL uses the same names as the endpoint's query. */
type FiltersOf<E extends Endpoint> = {
  readonly [Name in Exclude<keyof QueryOf<E>, 'search' | 'sort' | 'page' | 'limit'>]?: string
}

export interface PagedList<Row>
  extends Omit<ReturnType<typeof usePagedList<PagedEndpoint>>, 'rows'> {
  readonly rows: readonly Row[] | undefined
}

/** The search, the sort order and the page are in the URL, so that a reload and the back button keep them. */
export function usePagedList<const E extends PagedEndpoint>(
  endpoint: E,
  defaultSort: SortOf<E>,
  filters: FiltersOf<E> = {},
) {
  const { urlQuery, change } = useAddressQuery()
  const search = urlQuery.get('search') ?? ''
  const sort = (urlQuery.get('sort') ?? defaultSort) as SortOf<E>
  const page = Math.max(1, Math.trunc(Number(urlQuery.get('page'))) || 1)
  const [typedSearch, setTypedSearch] = useDebouncedText(search, (text) =>
    change({ search: text, page: '' }, { replace: true }),
  )

  const query = { sort, page: String(page), ...(search !== '' && { search }), ...filters }
  const address = addressOf(endpoint, { query } as CallInput<E>)
  const list = useQuery({
    queryKey: [address],
    queryFn: ({ signal }) =>
      readOrCached(address, async () => {
        const response = await send(address, { method: 'GET', signal })
        const rows = await readJson<RowOf<E>[]>(response, 'GET')
        return { rows, total: Number(response.headers.get(TOTAL_HEADER) ?? rows.length) }
      }),
    placeholderData: keepPreviousData,
    // Others edit the same lists, so refetch a list whenever the user returns to it.
    staleTime: 0,
  })
  const { total } = list.data ?? {}
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / PAGE_ROWS))

  // If rows have been deleted or the URL is old, the page may be beyond the end.
  const isPastLastPage = pages !== undefined && !list.isPlaceholderData && page > pages
  useEffect(() => {
    if (isPastLastPage) change({ page: String(pages) }, { replace: true })
  })

  return {
    /** Rows of this page or, while it loads, of the page shown before. Undefined before the first load. */
    rows: isPastLastPage ? undefined : list.data?.rows,
    total,
    /** Whether a search stopped at the maximum number of rows, so that there may be more. */
    isTruncated: search !== '' && (total ?? 0) >= MAX_FOUND_ROWS,
    error: list.data === undefined || list.isPlaceholderData ? list.error : null,
    isWaiting: list.isPlaceholderData,
    refetch: () => void list.refetch(),
    /** The text in the search field. `search` is the text of the last search. */
    typedSearch,
    setTypedSearch,
    search,
    isFiltered: Object.keys(filters).length > 0,
    showAll: () => {
      const none = Object.fromEntries(Object.keys(filters).map((name) => [name, '']))
      change({ ...none, search: '', page: '' })
    },
    sort,
    sortBy: (next: string) => change({ sort: next === defaultSort ? '' : next, page: '' }),
    page,
    pages,
    goToPage: (next: number) => change({ page: next === 1 ? '' : String(next) }),
  }
}

/** Returns the query parameters of this page's URL, and a function to change some of them. '' removes one. */
export function useAddressQuery() {
  const [path, navigate] = useLocation()
  // Called only to rerender on changes. Its result is already decoded, so URLSearchParams would decode it a
  // second time and turn a search for '%3C' into one for '<'.
  useSearch()
  const urlQuery = new URLSearchParams(window.location.search)
  function change(values: Readonly<Record<string, string>>, options?: { replace: boolean }): void {
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    navigate(next.size === 0 ? path : `${path}?${next}`, options)
  }
  return { urlQuery, change }
}

/** Returns the typed text and a setter. Calls `onChange` after a pause. A new `current` replaces the text. */
function useDebouncedText(current: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState(current)
  const [lastSearch, setLastSearch] = useState(current)
  if (lastSearch !== current) {
    setLastSearch(current)
    if (current !== typed.trim()) setTyped(current)
  }
  useEffect(() => {
    if (typed.trim() === current) return
    const timer = setTimeout(() => {
      setLastSearch(typed.trim())
      onChange(typed.trim())
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return [typed, setTyped] as const
}
