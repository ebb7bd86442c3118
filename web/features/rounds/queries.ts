import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MyRoundsSummary, Season } from '../../../contract/rounds.ts'
import { readMyRoundsSummary, readSeason } from '../../../contract/rounds.ts'
import { useAddressQuery } from '../../shell/paged-list.ts'
import { keyOf } from '../../shell/query-client.ts'

/** The year that the page's address asks for, and the way to another. */
export function useYear() {
  const { asked, change } = useAddressQuery()
  const year = asked.get('year') ?? ''
  return {
    query: /^20\d\d$/.test(year) ? { year } : {},
    turnTo: (next: number) => change({ year: String(next), page: '' }),
  }
}

// Rounds are played meanwhile: what is come back to is read anew. Until another year is there, the one
// before stays, and the button that was pressed with it.
const AFRESH = { staleTime: 0, placeholderData: keepPreviousData } as const

export function useSeason(slug: string, query: { readonly year?: string }) {
  return useQuery<Season>({ queryKey: keyOf(readSeason, { params: { slug }, query }), ...AFRESH })
}

export function useMyRoundsSummary(query: { readonly year?: string }) {
  return useQuery<MyRoundsSummary>({ queryKey: keyOf(readMyRoundsSummary, { query }), ...AFRESH })
}
