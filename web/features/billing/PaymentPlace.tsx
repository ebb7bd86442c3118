import Info from 'lucide-react/icons/info'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { myGroups } from '../../../contract/groups.ts'
import { useAction } from '../../lib/action.ts'
import { ApiError, failureText } from '../../lib/api-client.ts'
import { keyOf, queryClient } from '../../lib/query-client.ts'
import { invalidateGroup } from '../../lib/read-anew.ts'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { type Begun, beginPayment } from './begin-payment.ts'
import { Confirming } from './Confirming.tsx'
import type { PayableGroup } from './choose-group.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { pathAfterPayment } from './return-address.ts'
import { mayLoadStripe } from './stripe-page.ts'

// Only this page needs Stripe's code, or the sandbox's.
const StripePayment = onDemand(() =>
  import('./StripePayment.tsx').then((part) => part.StripePayment),
)
const SandboxPayment = onDemand(() =>
  import('./SandboxPayment.tsx').then((part) => part.SandboxPayment),
)

const FAILED = 'Failed to initialize payment. Please try again.'

/** Shows the payment form, or why the group can't be paid for. */
export function PaymentPlace({ group }: { group: Pick<PayableGroup, 'id' | 'slug'> }) {
  const [begun, setBegun] = useState<Begun>()
  // Kept during a retry, so that the button keeps its place and the focus.
  const [failed, setFailed] = useState<unknown>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [, navigate] = useLocation()
  const beginning = useAction({
    run: () => beginPayment(group.id),
    failure: { title: 'Failed to initialize subscription', fallback: FAILED },
    onSuccess: (now) => {
      if (failed) title.current?.focus()
      setFailed(null)
      setBegun(now)
      if (now.standing !== 'subscribed') return
      if (begun?.standing === 'processing') navigate(pathAfterPayment(group.slug))
      readGroupAnew(group.id)
    },
    onError: (error) => {
      setFailed(error)
      // Refetch, so that anyone who may no longer pay sees why.
      readGroupAnew(group.id)
    },
  })
  const { mutate: begin } = beginning
  useEffect(() => begin(), [begin])

  return (
    <section aria-labelledby="payment" className="sheet p-5">
      <h2 id="payment" ref={title} tabIndex={-1} className="mb-3 font-display text-xl">
        Payment
      </h2>
      {!failed && begun?.standing === 'ready' ? (
        <PaymentForm key={begun.clientSecret} begun={begun} slug={group.slug} onBegin={begin} />
      ) : (
        <div aria-live="polite" className="min-h-24">
          {failed ? (
            <>
              <p>{failureText(failed, FAILED)}</p>
              <Button className="mt-3" pending={beginning.isPending} onClick={() => begin()}>
                {beginning.isPending ? 'Trying...' : 'Try Again'}
              </Button>
            </>
          ) : begun?.standing === 'processing' ? (
            <Confirming message={begun.message} onLook={begin} />
          ) : begun && begun.standing !== 'ready' ? (
            <p className="flex gap-3">
              <Info aria-hidden size={20} className="mt-0.5 shrink-0 text-sky" />
              {begun.message}
            </p>
          ) : (
            <FormSkeleton />
          )}
        </div>
      )}
    </section>
  )
}

interface PaymentFormProps {
  readonly begun: Extract<Begun, { standing: 'ready' }>
  readonly slug: string
  readonly onBegin: () => void
}

function PaymentForm({ begun, slug, onBegin }: PaymentFormProps) {
  const { clientSecret, form } = begun
  const isElsewhere = form.kind === 'stripe' && !mayLoadStripe()
  useEffect(() => {
    if (isElsewhere) window.location.reload()
  }, [isElsewhere])
  if (isElsewhere) return <FormSkeleton />
  const shared = { clientSecret, slug, waiting: <FormSkeleton /> }
  if (form.kind === 'stripe') {
    return <StripePayment {...shared} publishableKey={form.publishableKey} onStale={onBegin} />
  }
  return (
    <SandboxPayment
      {...shared}
      onFailed={(error) => {
        // If the card isn't the reason for the refusal, there may be nothing left to pay.
        if (error instanceof ApiError && error.code !== 'CARD_DECLINED') onBegin()
      }}
    />
  )
}

function readGroupAnew(groupId: number): void {
  void invalidateGroup(groupId)
  void queryClient.invalidateQueries({ queryKey: keyOf(myGroups, {}) })
}
