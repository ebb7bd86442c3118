import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MyRoundsSummary, Season } from '../../../../contract/rounds.ts'
import { readMyRoundsSummary, readSeason } from '../../../../contract/rounds.ts'
import { useAddressQuery } from '../../../lib/paged-list.ts'
import { keyOf } from '../../../lib/query-client.ts'

/** Returns the year in the page's address, and a function to change it. */
export function useYear() {
  const { asked, change } = useAddressQuery()
  const year = asked.get('year') ?? ''
  return {
    query: /^20\d\d$/.test(year) ? { year } : {},
    turnTo: (next: number) => change({ year: String(next), page: '' }),
  }
}

// More rounds may have been played, so refetch on every visit. While another year loads, keep showing
// the previous one, and with it the button that was pressed.
const ALWAYS_REFETCH = { staleTime: 0, placeholderData: keepPreviousData } as const

export function useSeason(slug: string, query: { readonly year?: string }) {
  return useQuery<Season>({
    queryKey: keyOf(readSeason, { params: { slug }, query }),
    ...ALWAYS_REFETCH,
  })
}

export function useMyRoundsSummary(query: { readonly year?: string }) {
  return useQuery<MyRoundsSummary>({
    queryKey: keyOf(readMyRoundsSummary, { query }),
    ...ALWAYS_REFETCH,
  })
}
