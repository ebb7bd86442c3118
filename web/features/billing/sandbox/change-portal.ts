import { changeSandboxPortal, readSandboxPortal } from '../../../../contract/sandbox.ts'
import { useAction } from '../../../lib/action.ts'
import { type CallInput, call } from '../../../lib/api-client.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'
import { toast } from '../../../lib/toast-store.ts'

type Change = CallInput<typeof changeSandboxPortal>['body']

/** Toast titles for each action. The page itself shows the result. */
const DONE: Readonly<Record<Change['action'], string>> = {
  card: 'Card Changed',
  cancel: 'Subscription Cancelled',
  resume: 'Subscription Kept',
  renew: 'Subscription Renewed',
  refund: 'Payment Refunded',
  dispute: 'Dispute Changed',
}

/** Changes something on a portal's page, then refetches the page, even after a failure. */
export function useChange(portalId: string, onDone?: () => void) {
  const params = { id: portalId }
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: keyOf(readSandboxPortal, { params }) })
  return useAction<Change>({
    run: (body) => call(changeSandboxPortal, { params, body }),
    failure: { title: 'Change Failed', fallback: 'Nothing was changed. Please try again.' },
    onSuccess: (_, { action }) => {
      void refresh()
      toast({ title: DONE[action] })
      onDone?.()
    },
    onError: () => void refresh(),
  })
}
