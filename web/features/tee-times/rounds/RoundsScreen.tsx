import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import type { ComponentProps, ReactNode } from 'react'
import { useAction } from '../../../lib/action.ts'
import { getFile } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { type PagedList, useAddressQuery } from '../../../lib/paged-list.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { saveFile } from '../../../ui/copy-and-save.ts'
import { BackLink } from '../../../ui/Links.tsx'
import { LoadingFailed, Notice } from '../../../ui/Notice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'

export function RoundsScreen<
  Summary extends { year: number | null; years: readonly number[]; rounds: number },
>(props: {
  title: string
  subtitle: string
  back: { href: string; name: string }
  summary: UseQueryResult<Summary>
  list?: PagedList<unknown>
  emptyMessage: string
  children: (summary: Summary) => ReactNode
}) {
  const { title, subtitle, back, summary, list, emptyMessage, children } = props
  usePageTitle(title)
  const { data, isPlaceholderData } = summary
  const summaryError = isPlaceholderData || data === undefined ? summary.error : null
  const error = summaryError ?? list?.error ?? null
  const isWaiting = isPlaceholderData || list?.isWaiting === true
  const retry = () => {
    void summary.refetch()
    list?.refetch()
  }
  return (
    <Page
      title={title}
      subtitle={subtitle}
      back={<BackLink href={back.href}>{back.name}</BackLink>}
      width="column column-wide"
    >
      {error !== null ? (
        <LoadingFailed title="We couldn't load the rounds" query={{ error, refetch: retry }} />
      ) : data === undefined || (list && !list.rows) ? (
        <Loading label="Loading rounds" blocks={['h-11 w-24', 'h-19', 'h-64', 'h-64']} />
      ) : data.year === null ? (
        <Notice title="No Rounds Yet">{emptyMessage}</Notice>
      ) : (
        <>
          <YearSwitch year={data.year} years={data.years} />
          <div
            aria-busy={isWaiting}
            className={`pair transition-opacity ${isWaiting ? 'opacity-60' : ''}`}
          >
            {data.rounds === 0 ? (
              <p className="text-muted">No rounds in {data.year}.</p>
            ) : (
              children(data)
            )}
          </div>
        </>
      )}
    </Page>
  )
}

export function Part({ title, className = '', children }: ComponentProps<'section'>) {
  return (
    <section aria-label={title} className={`sheet px-4 pt-4 pb-3 ${className}`}>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  )
}

/** @param props.years the years with rounds, latest first */
function YearSwitch({ year, years }: { year: number; years: readonly number[] }) {
  const { goToYear } = useYear()
  const earlier = years.find((other) => other < year)
  const later = years.findLast((other) => other > year)
  const isOnlyYear = earlier === undefined && later === undefined
  const yearButton = (label: string, icon: LucideIcon, to = year) => (
    <IconButton
      icon={icon}
      label={label}
      pending={to === year}
      className="border border-edge"
      onClick={() => goToYear(to)}
    />
  )
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      {!isOnlyYear && yearButton('Previous year', ChevronLeft, earlier)}
      <h2 aria-live="polite" className="font-display text-2xl leading-8">
        {year}
      </h2>
      {!isOnlyYear && yearButton('Next year', ChevronRight, later)}
    </div>
  )
}

export function useYear() {
  const { urlQuery, change } = useAddressQuery()
  const year = urlQuery.get('year') ?? ''
  return {
    query: /^20\d\d$/.test(year) ? { year } : {},
    goToYear: (next: number) => change({ year: String(next), page: '' }),
  }
}

export const SUMMARY_OPTIONS = {
  // Refetch on each visit, because more rounds may have been played.
  staleTime: 0,
  // While another year loads, the year on the screen stays, so that the pressed button doesn't disappear.
  placeholderData: keepPreviousData,
}

export function DownloadRounds({ address, name }: { address: string; name: string }) {
  const download = useAction({
    // A plain link would not send the session token.
    run: async () => saveFile(await getFile(address), name),
    success: { title: 'Rounds Downloaded', description: `Saved as ${name}.` },
    failure: {
      title: 'Download Failed',
      fallback: "We couldn't prepare the file. Please try again.",
    },
  })
  return (
    <Button
      look="outline"
      className="w-full"
      pending={download.isPending}
      onClick={() => download.mutate()}
    >
      <Download size={18} />
      {download.isPending ? 'Preparing...' : 'Download as a Spreadsheet (CSV)'}
    </Button>
  )
}
