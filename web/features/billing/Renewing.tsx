import { readSubscription } from '../../../contract/billing.ts'
import { fullDate } from '../../lib/dates.ts'
import { useAnswer } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import type { PayableGroup } from './choose-group.ts'
import { useManageSubscription } from './manage-subscription.ts'
import { NothingToPay } from './NothingToPay.tsx'

/** Shows the owner a paid group that renews automatically. */
export function Renewing({ group }: { group: PayableGroup }) {
  const subscription = useAnswer(readSubscription, { params: { id: group.id } })
  const manage = useManageSubscription(group.id)
  const next = subscription.data?.nextPaymentAt
  const until = group.expiryDate && fullDate(group.expiryDate, group.timeZone)
  return (
    <NothingToPay
      title="Active Subscription"
      slug={group.slug}
      action={
        subscription.data?.canManage && (
          <Button look="outline" pending={manage.isPending} onClick={() => manage.mutate()}>
            {manage.isPending ? 'Opening...' : 'Manage'}
          </Button>
        )
      }
    >
      {group.name} is paid{until && ` until ${until}`}
      {next ? ', the date of the next payment' : ''}. There is nothing to do.
    </NothingToPay>
  )
}
