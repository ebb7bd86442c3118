import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { LoadingFailedRow } from './Notice.tsx'
import { Skeleton } from './Skeleton.tsx'

export function SettingsCard<Data>(props: {
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch'>
  children: (data: Data) => ReactNode
  rows: (data: Data) => ReactNode
}) {
  const { title, headingRef, query, children, rows } = props
  const { data } = query
  if (query.isPending) return <Skeleton className="h-32 w-full rounded-[0.875rem]" />
  return (
    <section aria-label={title} className="sheet divide-y divide-line overflow-hidden">
      <div className="p-4">
        <h2 ref={headingRef} tabIndex={-1} data-after-dialog className="font-semibold">
          {title}
        </h2>
        {data === undefined ? <LoadingFailedRow query={query} className="mt-1" /> : children(data)}
      </div>
      {data !== undefined && rows(data)}
    </section>
  )
}
