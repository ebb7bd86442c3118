import Info from 'lucide-react/icons/info'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { createSubscription, isPaymentPath } from '../../../contract/billing.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { type GroupSummary, listMyGroups } from '../../../contract/groups.ts'
import { useAction } from '../../lib/action.ts'
import { ApiError, call, failureText } from '../../lib/api-client.ts'
import { refetch } from '../../lib/query-client.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'
import { ActionButton } from '../../ui/Button.tsx'
import { TextLink } from '../../ui/Links.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { FormSkeleton, INIT_FAILED, pathAfterPayment } from './PaymentParts.tsx'

const { StripePayment } = onDemand(() => import('./StripePayment.tsx'))
const { SandboxPayment } = onDemand(() => import('./SandboxPayment.tsx'))

export function PaymentSection(props: {
  group: Pick<GroupSummary, 'id' | 'slug'>
  /** Why nobody can pay for the group now. Undefined while unknown, and if payment is possible. */
  refusal: ApiError | undefined
  onRefusal: (refusal: ApiError | undefined) => void
}) {
  const { group, refusal, onRefusal } = props
  const [payment, setPayment] = useState<Payment>()
  // The error stays during a retry, so that the 'Try Again' button keeps its place and the focus.
  const [lastError, setLastError] = useState<unknown>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [, navigate] = useLocation()
  const startAction = useAction({
    run: () => call(createSubscription, { body: { groupId: group.id } }, { canRepeat: true }),
    // This also runs automatically after a failed payment, and must not dismiss that payment's toast.
    isAutomatic: true,
    failure: INIT_FAILED,
    needsNoToast: isExpectedRefusal,
    onSuccess: (started) => showAnswer(started, undefined),
    onError: (error) => {
      if (isExpectedRefusal(error)) {
        showAnswer(undefined, error)
        if (error.code !== 'ALREADY_SUBSCRIBED') return
        if (refusal?.code === 'PAYMENT_PROCESSING') navigate(pathAfterPayment(group.slug))
      } else {
        setLastError(error)
      }
      // If the golfer is no longer allowed to pay for the group, the refetched group shows why.
      void invalidateGroup(group.id)
      refetch(listMyGroups, {})
    },
  })
  function showAnswer(started: Payment | undefined, newRefusal: ApiError | undefined): void {
    if (lastError) heading.current?.focus()
    setLastError(null)
    setPayment(started)
    onRefusal(newRefusal)
  }
  const { mutate: begin } = startAction
  useEffect(() => begin(), [begin])

  return (
    <section aria-labelledby="payment" className="sheet p-5">
      <h2 id="payment" ref={heading} tabIndex={-1} className="mb-3 font-display text-xl">
        Payment
      </h2>
      {!lastError && payment ? (
        <PaymentForm
          key={payment.clientSecret}
          payment={payment}
          slug={group.slug}
          onBegin={begin}
        />
      ) : (
        <div aria-live="polite" className={refusal || lastError ? '' : 'min-h-24'}>
          {lastError ? (
            <>
              <p>{failureText(lastError, INIT_FAILED.fallback)}</p>
              <ActionButton
                className="mt-3 w-full"
                action={startAction}
                label="Try Again"
                pendingLabel="Trying..."
              />
            </>
          ) : refusal?.code === 'PAYMENT_PROCESSING' ? (
            <Confirming message={refusal.serverMessage} onCheck={begin} />
          ) : refusal ? (
            <p className="flex gap-3">
              <Info size={20} className="mt-0.5 shrink-0 text-sky" />
              <span>
                {refusal.serverMessage}{' '}
                {refusal.code === 'PAYMENTS_OFF' && <TextLink to="contact">Contact us</TextLink>}
              </span>
            </p>
          ) : (
            <FormSkeleton />
          )}
        </div>
      )}
    </section>
  )
}

function PaymentForm(props: { payment: Payment; slug: string; onBegin: () => void }) {
  const { slug, onBegin } = props
  const { clientSecret, form } = props.payment
  const needsReload = form.kind === 'stripe' && !canLoadStripe()
  useEffect(() => {
    if (needsReload) window.location.reload()
  }, [needsReload])
  if (needsReload) return <FormSkeleton />
  const sharedProps = { clientSecret, slug, whileLoading: <FormSkeleton /> }
  if (form.kind === 'stripe') {
    return <StripePayment {...sharedProps} publishableKey={form.publishableKey} onStale={onBegin} />
  }
  return (
    <SandboxPayment
      {...sharedProps}
      onFailed={(error) => {
        // If the card isn't the reason, start over. The server refuses that if nothing is left to pay.
        if (error instanceof ApiError && error.code !== 'CARD_DECLINED') onBegin()
      }}
    />
  )
}

const CHECK_EVERY_MS = 4_000

function Confirming({ message, onCheck }: { message: string | undefined; onCheck: () => void }) {
  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible') onCheck()
    }
    const timer = setInterval(check, CHECK_EVERY_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [onCheck])
  return (
    <p className="flex gap-3">
      <LoaderCircle size={20} className="mt-0.5 shrink-0 animate-spin text-sky" />
      {message ?? 'Your payment is being confirmed.'} This page will update automatically.
    </p>
  )
}

type Payment = ResponseOf<typeof createSubscription>

const EXPECTED_REFUSALS: readonly (ErrorCode | undefined)[] = [
  'PAYMENTS_OFF',
  'PAYMENT_PROCESSING',
  'ALREADY_SUBSCRIBED',
]

function isExpectedRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && EXPECTED_REFUSALS.includes(error.code)
}

/**
 * Returns whether this document's content security policy allows Stripe's form. The server allows the form
 * only if the document was loaded for a payment screen.
 */
function canLoadStripe(): boolean {
  const [documentEntry] = performance.getEntriesByType('navigation')
  // Without this entry, return true: on false, the caller reloads the page, and would do so forever.
  return documentEntry === undefined || isPaymentPath(new URL(documentEntry.name).pathname)
}
