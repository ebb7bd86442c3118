import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import {
  type MyRoundsSummary,
  readMyRoundsSummary,
  readSeason,
  type Season,
} from '../../../../contract/rounds.ts'
import { useAction } from '../../../lib/action.ts'
import { failureText, getFile, LOADING_FAILED } from '../../../lib/api-client.ts'
import { useAddressQuery } from '../../../lib/paged-list.ts'
import { keyOf } from '../../../lib/query-client.ts'
import { BackLink } from '../../../ui/BackLink.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { saveFile } from '../../../ui/save-file.ts'

interface RoundsScreenProps {
  readonly title: string
  /** Text below the title. */
  readonly subtitle: string
  readonly back: { readonly href: string; readonly name: string }
  /** Undefined while loading and after a failure. */
  readonly played: { readonly year: number | null; readonly years: readonly number[] } | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  readonly onTurn: (year: number) => void
  /** Whether another year is loading. */
  readonly isWaiting: boolean
  /** Message for when nothing was ever played. */
  readonly nothing: string
  /** The content for the year. */
  readonly children: ReactNode
}

/** A screen about the rounds of a year. */
export function RoundsScreen(props: RoundsScreenProps) {
  const { title, subtitle, back, played, error, onRetry, onTurn, isWaiting, nothing, children } =
    props
  const year = played?.year ?? null
  return (
    <>
      <header className="turf pt-[max(0.5rem,env(safe-area-inset-top))] pb-5">
        <div className="column">
          <div className="flex min-h-11 items-center">
            <BackLink href={back.href}>{back.name}</BackLink>
          </div>
          <h1 className="mt-2 font-display text-[1.625rem] leading-9">{title}</h1>
          <p className="min-h-6 text-on-turf-muted wrap-anywhere">{subtitle}</p>
        </div>
      </header>
      <main className="column space-y-4 py-5">
        {error !== null ? (
          <Notice
            title="The rounds can't be shown"
            action={<Button onClick={onRetry}>Try Again</Button>}
          >
            {failureText(error, LOADING_FAILED)}
          </Notice>
        ) : played === undefined ? (
          <RoundsSkeleton />
        ) : year === null ? (
          <Notice title="No Rounds Yet">{nothing}</Notice>
        ) : (
          <>
            <YearSwitch year={year} years={played.years} onTurn={onTurn} />
            <div
              aria-busy={isWaiting}
              className={`space-y-4 transition-opacity ${isWaiting ? 'opacity-60' : ''}`}
            >
              {children}
            </div>
          </>
        )}
      </main>
    </>
  )
}

function RoundsSkeleton() {
  return (
    <div aria-busy className="space-y-4">
      <p className="sr-only">Loading the rounds</p>
      <Skeleton className="h-11 w-24" />
      <Skeleton className="h-19 w-full rounded-[0.875rem]" />
      <Skeleton className="h-64 w-full rounded-[0.875rem]" />
      <Skeleton className="h-64 w-full rounded-[0.875rem]" />
    </div>
  )
}

interface YearSwitchProps {
  readonly year: number
  /** The years with rounds. */
  readonly years: readonly number[]
  readonly onTurn: (year: number) => void
}

/** The selected year, between buttons for the previous and the next year with rounds. */
function YearSwitch({ year, years, onTurn }: YearSwitchProps) {
  const earlier = years.filter((other) => other < year)
  const later = years.filter((other) => other > year)
  const isAlone = earlier.length + later.length === 0
  const turn = (label: string, icon: ReactNode, to: number | undefined) => (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`, which would lose the focus at the first or last year.
      aria-disabled={to === undefined || undefined}
      className="icon-button border border-edge aria-disabled:opacity-50"
      onClick={() => {
        if (to !== undefined) onTurn(to)
      }}
    >
      {icon}
    </button>
  )
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      {!isAlone &&
        turn('Year before', <ChevronLeft aria-hidden size={20} />, nearest(earlier, Math.max))}
      <h2 aria-live="polite" className="font-display text-2xl leading-8">
        {year}
      </h2>
      {!isAlone &&
        turn('Year after', <ChevronRight aria-hidden size={20} />, nearest(later, Math.min))}
    </div>
  )
}

function nearest(
  years: readonly number[],
  pick: (...years: number[]) => number,
): number | undefined {
  return years.length === 0 ? undefined : pick(...years)
}

interface DownloadRoundsProps {
  /** The file's address. */
  readonly address: string
  /** The file's name on the device. */
  readonly name: string
}

/** Downloads rounds as a file for spreadsheets. */
export function DownloadRounds({ address, name }: DownloadRoundsProps) {
  const download = useAction<void, Blob>({
    // A plain link would not send the session.
    run: () => getFile(address),
    success: { title: 'Rounds Downloaded', description: `They are in the file ${name}.` },
    failure: {
      title: 'Download Failed',
      fallback: 'The rounds could not be put together. Please try again.',
    },
    onSuccess: (file) => saveFile(file, name),
  })
  return (
    <Button
      look="outline"
      className="w-full"
      pending={download.isPending}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden size={18} />
      {download.isPending ? 'Putting it together...' : 'Download as CSV'}
    </Button>
  )
}

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
