import { useEffect, useState } from 'react'
import { openBillingPortal } from '../../../contract/billing.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'
import { paymentPage } from '../groups/signups/follow-payment.ts'

/** Opens the payment provider's page for the card, the invoices and canceling. */
export function useManageSubscription(groupId: number) {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    // The browser may restore this page from its cache, with the button still pending.
    const back = () => setLeaving(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  const opening = useAction({
    run: async () => {
      const { url } = await call(openBillingPortal, { params: { id: groupId } })
      const page = paymentPage(url, window.location.origin)
      if (page === undefined) throw new Error(`Refused to open ${url}`)
      return page
    },
    failure: { title: 'Failed to Open Subscription', fallback: 'Please try again.' },
    onSuccess: (page) => {
      setLeaving(true)
      window.location.assign(page)
    },
    onError: () => void invalidateGroup(groupId),
  })
  return { isPending: opening.isPending || isLeaving, mutate: opening.mutate }
}
