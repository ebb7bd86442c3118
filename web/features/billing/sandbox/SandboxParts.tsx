import type { UseQueryResult } from '@tanstack/react-query'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { Link } from 'wouter'
import { ApiError, failureText, LOADING_FAILED } from '../../../lib/api-client.ts'
import { pathTo } from '../../../lib/paths.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'

/** Banner above every page that looks like a real payment but isn't. */
export function TestModeBar() {
  return (
    <aside
      aria-label="Test mode"
      className="sticky top-0 z-20 border-b-2 border-sand bg-sand-soft px-4 pt-[max(0.625rem,env(safe-area-inset-top))] pb-2.5 text-center font-semibold"
    >
      <FlaskConical
        aria-hidden
        size={18}
        className="mr-2 inline-block shrink-0 align-[-0.1875rem] text-sand"
      />
      Test mode: no card is charged
    </aside>
  )
}

/** Shown instead of a page that can't be loaded or doesn't exist. */
export function Missing({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const isUnknown = query.error instanceof ApiError && query.error.status === 404
  return (
    <main className="column grid min-h-dvh place-items-center">
      {isUnknown ? (
        <Notice
          as="h1"
          title="There is no such page"
          action={
            <Link href={pathTo('landing')} className={buttonClass('primary')}>
              Go to Home
            </Link>
          }
        >
          Nothing is paid for here. Go back to Fourball and begin the payment again.
        </Notice>
      ) : (
        <Notice
          as="h1"
          title="This page can't be shown"
          action={<Button onClick={() => query.refetch()}>Try Again</Button>}
        >
          {failureText(query.error, LOADING_FAILED)}
        </Notice>
      )}
    </main>
  )
}
