import type { UseQueryResult } from '@tanstack/react-query'
import FlaskConical from 'lucide-react/icons/flask-conical'
import type { ComponentProps } from 'react'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { changeSandboxPortal, readSandboxPortal } from '../../../../contract/sandbox.ts'
import { useAction } from '../../../lib/action.ts'
import { ApiError, type CallInput, call } from '../../../lib/api-client.ts'
import { fullDate } from '../../../lib/dates.ts'
import { moveToOrigin, pathTo } from '../../../lib/paths.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'
import { toast } from '../../../lib/toast-store.ts'
import { ButtonLink } from '../../../ui/Links.tsx'
import { LoadingFailed, NoticeScreen } from '../../../ui/Notice.tsx'

/** Banner on every sandbox page, because these pages look like real payments. */
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

/** A link to a page of the app, at the address where the app is open now. */
export function LinkBack({ to, ...rest }: ComponentProps<'a'> & { to: string | undefined }) {
  const href = moveToOrigin(to, window.location.origin)
  return href === undefined ? null : <a {...rest} href={href} />
}

type Change = CallInput<typeof changeSandboxPortal>['body']

const DONE: Readonly<Record<Change['action'], string>> = {
  card: 'Card Changed',
  cancel: 'Subscription Cancelled',
  resume: 'Cancellation Undone',
  renew: 'Subscription Renewed',
  refund: 'Payment Refunded',
  dispute: 'Dispute Updated',
}

export function useChange(portalId: string, onDone?: () => void) {
  const params = { id: portalId }
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: keyOf(readSandboxPortal, { params }) })
  return useAction({
    run: (body: Change) => call(changeSandboxPortal, { params, body }),
    failure: { title: 'Change Failed', fallback: 'Nothing changed. Please try again.' },
    onSuccess: (_, { action }) => {
      void refresh()
      toast({ title: DONE[action] })
      onDone?.()
    },
    onError: () => void refresh(),
  })
}

export function describeStatus(status: string): string {
  // Stripe gives a paid subscription this status after its renewal date has been moved.
  if (status === 'trialing') return 'Active'
  if (status === 'canceled') return 'Cancelled'
  const words = status.replace(/_/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type SandboxPortal = ResponseOf<typeof readSandboxPortal>
export type Subscription = SandboxPortal['subscriptions'][number]
type SubscriptionState = Pick<Subscription, 'status' | 'periodEnd' | 'cancelAtPeriodEnd'>

export function describeNext({ status, periodEnd, cancelAtPeriodEnd }: SubscriptionState): string {
  const date = fullDate(periodEnd)
  switch (status) {
    case 'active':
    case 'trialing':
      return cancelAtPeriodEnd
        ? `Ends on ${date}. The card won't be charged again.`
        : `Renews on ${date}.`
    case 'past_due':
    case 'unpaid':
      return `The payment that was due on ${date} has failed. Choose another card and renew.`
    case 'incomplete':
      return 'Waiting for the first payment.'
    default:
      return "The card won't be charged again."
  }
}

/** Returns whether a subscription can still be canceled. */
export function isLive({ status }: SubscriptionState): boolean {
  return ['active', 'trialing', 'past_due', 'unpaid'].includes(status)
}
