import Info from 'lucide-react/icons/info'
import { useEffect, useRef, useState } from 'react'
import { createSubscription } from '../../../contract/billing.ts'
import { myGroups } from '../../../contract/groups.ts'
import { useAction } from '../../shell/action.ts'
import { ApiError, call, failureText } from '../../shell/api-client.ts'
import { keyOf, queryClient } from '../../shell/query-client.ts'
import { invalidateGroup } from '../../shell/read-anew.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const FAILED = 'Failed to initialize payment. Please try again.'

/** Asks the server to begin the payment; answers what it says where paying is off. */
async function beginPayment(groupId: number): Promise<string | undefined> {
  try {
    await call(createSubscription, { body: { groupId } })
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PAYMENTS_OFF') return error.serverMessage
    throw error
  }
}

/** Where one pays, or reads why not. */
export function PaymentPlace({ groupId }: { groupId: number }) {
  // Stays while it is tried again, so that the button keeps its place and the focus.
  const [failed, setFailed] = useState<unknown>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const payment = useAction({
    run: () => beginPayment(groupId),
    failure: { title: 'Failed to initialize subscription', fallback: FAILED },
    onSuccess: () => {
      if (failed) title.current?.focus()
      setFailed(null)
    },
    onError: (error) => {
      setFailed(error)
      // Who may not pay any more sees why.
      void invalidateGroup(groupId)
      void queryClient.invalidateQueries({ queryKey: keyOf(myGroups, {}) })
    },
  })
  const { mutate } = payment
  useEffect(() => mutate(), [mutate])

  return (
    <section aria-labelledby="payment" className="sheet p-5">
      <h2 id="payment" ref={title} tabIndex={-1} className="font-display text-xl">
        Payment
      </h2>
      <div aria-live="polite" className="mt-3 min-h-24">
        {failed ? (
          <>
            <p>{failureText(failed, FAILED)}</p>
            <Button className="mt-3" pending={payment.isPending} onClick={() => mutate()}>
              {payment.isPending ? 'Trying...' : 'Try Again'}
            </Button>
          </>
        ) : payment.isSuccess ? (
          <p className="flex gap-3">
            <Info aria-hidden size={20} className="mt-0.5 shrink-0 text-sky" />
            {payment.data}
          </p>
        ) : (
          <div aria-busy className="space-y-3">
            <p className="sr-only">Setting up the payment</p>
            <Skeleton className="h-5" />
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-5 w-3/5" />
          </div>
        )}
      </div>
    </section>
  )
}
