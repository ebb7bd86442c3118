import type { ReactNode } from 'react'
import { failureText, LOADING_FAILED } from '../../../lib/api-client.ts'
import { BackLink } from '../../../ui/BackLink.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { YearSwitch } from './YearSwitch.tsx'

interface RoundsScreenProps {
  readonly title: string
  /** Text below the title. */
  readonly subtitle: string
  readonly back: { readonly href: string; readonly name: string }
  /** Undefined while loading and after a failure. */
  readonly told: { readonly year: number | null; readonly years: readonly number[] } | undefined
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
  const { title, subtitle, back, told, error, onRetry, onTurn, isWaiting, nothing, children } =
    props
  const year = told?.year ?? null
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
        ) : told === undefined ? (
          <RoundsSkeleton />
        ) : year === null ? (
          <Notice title="No Rounds Yet">{nothing}</Notice>
        ) : (
          <>
            <YearSwitch year={year} years={told.years} onTurn={onTurn} />
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
