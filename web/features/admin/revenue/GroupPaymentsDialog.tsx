import { useEffect } from 'react'
import {
  type AdminGroup,
  type GroupPayment,
  listGroupPayments,
} from '../../../../contract/super-admin.ts'
import { failureText, LOADING_FAILED } from '../../../lib/api-client.ts'
import { mediumDate, mediumRange } from '../../../lib/dates.ts'
import { keyOf, queryClient, useEndpoint } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { STATUS_LABELS, STATUS_STYLES, showMoney } from './describe-payment.ts'

interface GroupPaymentsDialogProps {
  readonly group: AdminGroup
  readonly onClose: () => void
}

/** A group's payments, including failed ones. */
export function GroupPaymentsDialog({ group, onClose }: GroupPaymentsDialogProps) {
  const call = { params: { groupId: group.id } }
  const [address] = keyOf(listGroupPayments, call)
  const { data, error, refetch } = useEndpoint(listGroupPayments, call)
  // Refetch each time the dialog opens.
  useEffect(() => () => queryClient.removeQueries({ queryKey: [address] }), [address])
  return (
    <Dialog title="Payments" description={group.name} onClose={onClose}>
      {error ? (
        <>
          <p>{failureText(error, LOADING_FAILED)}</p>
          <Button className="mt-4 w-full" onClick={() => refetch()}>
            Try Again
          </Button>
        </>
      ) : data === undefined ? (
        <div aria-busy>
          <p className="sr-only">Loading</p>
          <Skeleton className="h-28 w-full" />
        </div>
      ) : data.length === 0 ? (
        <p className="pb-2 text-muted">No payments yet. This group has never been paid for.</p>
      ) : (
        <ul className="divide-y divide-line rounded-[0.625rem] border border-line">
          {data.map((payment) => (
            <Payment key={payment.id} payment={payment} timeZone={group.timeZone} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface PaymentProps {
  readonly payment: GroupPayment
  readonly timeZone: string
}

function Payment({ payment, timeZone }: PaymentProps) {
  const { status, amount, returned, currency, paidAt, createdAt, payerName } = payment
  const at = new Date(paidAt ?? createdAt)
  const period = mediumRange(payment.periodStart, payment.periodEnd, timeZone)
  return (
    <li className="px-3 py-3">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold">{showMoney(amount, currency)}</span>
        <span className={`chip ${STATUS_STYLES[status]}`}>{STATUS_LABELS[status]}</span>
      </p>
      <p className="text-sm wrap-anywhere">
        <time dateTime={at.toISOString()}>{mediumDate(at, timeZone)}</time> by{' '}
        {payerName ?? 'an account that is deleted'}
      </p>
      <p className="text-sm text-muted">For {period}</p>
      {returned > 0 && (
        <p className="text-sm font-semibold">
          {showMoney(returned, currency)} {status === 'disputed' ? 'taken back' : 'given back'}
        </p>
      )}
      <p className="text-sm text-muted wrap-anywhere">Invoice {payment.id}</p>
    </li>
  )
}
