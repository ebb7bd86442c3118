import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { failureText, LOADING_FAILED } from '../lib/api-client.ts'
import { Button } from './Button.tsx'
import { Skeleton } from './Skeleton.tsx'

interface SettingsCardProps<Data> {
  readonly title: string
  readonly headingRef?: Ref<HTMLHeadingElement>
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** The text below the title. */
  readonly children: (data: Data) => ReactNode
  /** The rows below the text. */
  readonly rows: (data: Data) => ReactNode
}

/** A card of settings with a title. Says why if the settings couldn't be loaded. */
export function SettingsCard<Data>({
  title,
  headingRef,
  query: { data, error, isPending, refetch },
  children,
  rows,
}: SettingsCardProps<Data>) {
  if (isPending) return <Skeleton className="h-32 w-full rounded-[0.875rem]" />
  return (
    <section aria-label={title} className="sheet divide-y divide-line overflow-hidden">
      <div className="p-4">
        <h2 ref={headingRef} tabIndex={-1} data-after-dialog className="font-semibold">
          {title}
        </h2>
        {data === undefined ? (
          <>
            <p className="mt-1 text-muted">{failureText(error, LOADING_FAILED)}</p>
            <Button className="mt-3" onClick={() => refetch()}>
              Try Again
            </Button>
          </>
        ) : (
          children(data)
        )}
      </div>
      {data !== undefined && rows(data)}
    </section>
  )
}
