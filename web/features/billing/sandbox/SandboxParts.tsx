import type { UseQueryResult } from '@tanstack/react-query'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { ApiError } from '../../../lib/api-client.ts'
import { moveToOrigin, pathTo } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Links.tsx'
import { LoadingFailed, NoticeScreen } from '../../../ui/Notice.tsx'

/** Banner on every sandbox page, because these pages look like real payments. */
export function TestModeBar() {
  return (
    <aside
      aria-label="Test mode"
      className="sticky top-0 z-20 border-b-2 border-sand bg-sand-soft px-4 pt-[max(0.625rem,env(safe-area-inset-top))] pb-2.5 text-center font-semibold"
    >
      <FlaskConical size={18} className="mr-2 inline-block shrink-0 align-[-0.1875rem] text-sand" />
      Test mode: no card is charged
    </aside>
  )
}

export function PageUnavailable({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  if (!(query.error instanceof ApiError) || query.error.status !== 404) {
    return <LoadingFailed isScreen title="We couldn't load this page" query={query} />
  }
  return (
    <NoticeScreen
      title="Page Not Found"
      action={<ButtonLink href={pathTo('landing')}>Go to Home</ButtonLink>}
    >
      There's nothing to pay here. Go back to Fourball and start the payment again.
    </NoticeScreen>
  )
}

/** Moves an address of the app to the origin where the app is open now. Invalid addresses become '/'. */
export function returnAddressOf(address: string): string {
  return moveToOrigin(address, window.location.origin) ?? pathTo('landing')
}
