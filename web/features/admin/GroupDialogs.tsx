import * as z from 'zod/mini'
import type { GroupSummary } from '../../../contract/groups.ts'
import {
  changeExpiry,
  deleteGroup,
  expiryForm,
  type GroupPayment,
  listGroupPayments,
} from '../../../contract/super-admin.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { formatMoney } from '../../lib/counts.ts'
import { dateIn, mediumDate, mediumRange } from '../../lib/dates.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { FormButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ExactField, TextField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { LoadingFailedRow } from '../../ui/Notice.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { describePaidStatus } from './GroupStatus.tsx'
import { type RowDialogProps, refreshLists } from './ListPanel.tsx'

type GroupDialogProps = RowDialogProps<GroupSummary>

export function DeleteGroupDialog({ row: group, onClose }: GroupDialogProps) {
  const remove = useAction({
    run: () => call(deleteGroup, { params: { id: group.id } }),
    success: { title: 'Group Deleted', description: `${group.name} has been deleted.` },
    failure: { title: 'Failed to delete group', doing: 'deleting the group' },
    onSettled: () => {
      refreshLists()
      onClose()
    },
  })
  const isSlug = z.refine<string>(
    (typed) => typed.trim() === group.slug,
    `Type ${group.slug} to delete the group`,
  )
  return (
    <Dialog
      title="Delete this group?"
      description={`${group.name}, /${group.slug}`}
      onClose={onClose}
    >
      <Form
        schema={z.object({ slug: z.string().check(isSlug) })}
        defaults={{ slug: '' }}
        onSubmit={() => remove.mutate()}
        action={remove}
        submitLabel="Delete Group"
        submitLook="danger"
        pendingLabel="Deleting..."
        actions={<FormButton onClick={onClose}>Keep Group</FormButton>}
      >
        <p>
          The group's tee times, rounds, and invite links will be deleted for{' '}
          {group.memberCount === 1 ? 'its only member' : `all ${group.memberCount} members`}. No
          accounts will be deleted. You can't undo this.
        </p>
        {describePaidStatus(group, new Date()) && (
          <p className="font-semibold text-flag">
            This group has a paid subscription. It will be cancelled right away, and nothing will be
            refunded automatically.
          </p>
        )}
        <ExactField name="slug" label={`Type ${group.slug} to Confirm`} />
      </Form>
    </Dialog>
  )
}

export function ExpiryDialog({ row: group, onClose }: GroupDialogProps) {
  const change = useAction({
    run: (body: z.output<typeof expiryForm>) =>
      call(changeExpiry, { params: { groupId: group.id }, body }),
    failure: { title: 'Failed to update expiry date', doing: 'updating the expiry date' },
    success: ({ message }) => ({ title: 'Expiry Updated', description: message }),
    onSuccess: onClose,
    onSettled: refreshLists,
  })
  const { expiryDate, timeZone } = group
  return (
    <Dialog title="Edit Expiry" description={group.name} onClose={onClose}>
      <Form
        schema={expiryForm}
        defaults={{ expiryDate: expiryDate && dateIn(timeZone, new Date(expiryDate)) }}
        action={change}
        submitLabel="Save Expiry"
        pendingLabel="Saving..."
        actions={
          expiryDate !== null && (
            <FormButton
              pending={change.isPending}
              onClick={() => change.mutate({ expiryDate: null })}
            >
              Remove Expiry
            </FormButton>
          )
        }
      >
        <div>
          <TextField name="expiryDate" label="Expiry Date" type="date" />
          <p className="mt-1 text-sm text-muted">
            The group's last day ({timeZone.replaceAll('_', ' ')} time). Leave it blank for
            unlimited access.
          </p>
        </div>
      </Form>
    </Dialog>
  )
}

export function GroupPaymentsDialog({ row: group, onClose }: GroupDialogProps) {
  const params = { groupId: group.id }
  // Not cached, so that the dialog refetches each time it opens.
  const payments = useEndpoint(listGroupPayments, { params }, { gcTime: 0 })
  return (
    <Dialog title="Payments" description={group.name} onClose={onClose}>
      {payments.error ? (
        <LoadingFailedRow query={payments} />
      ) : payments.data === undefined ? (
        <Loading blocks={['h-28']} />
      ) : payments.data.length === 0 ? (
        <p className="pb-2 text-muted">No payments yet. This group has never paid.</p>
      ) : (
        <ul className="divide-y divide-line rounded-[0.625rem] border border-line">
          {payments.data.map((payment) => (
            <Payment key={payment.id} payment={payment} timeZone={group.timeZone} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Payment({ payment, timeZone }: { payment: GroupPayment; timeZone: string }) {
  const { status, amount, returned, currency, paidAt, createdAt, payerName } = payment
  const [label, look] = STATUSES[status]
  const at = new Date(paidAt ?? createdAt)
  const period = mediumRange(payment.periodStart, payment.periodEnd, timeZone)
  return (
    <li className="px-3 py-3">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold">{formatMoney(amount, currency)}</span>
        <span className={`chip ${look}`}>{label}</span>
      </p>
      <p className="text-sm wrap-anywhere">
        <time dateTime={at.toISOString()}>{mediumDate(at, timeZone)}</time> by{' '}
        {payerName ?? 'a deleted account'}
      </p>
      <p className="text-sm text-muted">For {period}</p>
      {returned > 0 && (
        <p className="text-sm font-semibold">
          {formatMoney(returned, currency)} {status === 'disputed' ? 'charged back' : 'refunded'}
        </p>
      )}
      <p className="text-sm text-muted wrap-anywhere">Invoice {payment.id}</p>
    </li>
  )
}

const STATUSES: Readonly<Record<GroupPayment['status'], readonly [label: string, look: string]>> = {
  paid: ['Paid', 'bg-fairway/12 text-fairway'],
  failed: ['Failed', 'bg-flag-soft text-flag'],
  'action-required': ['Needs customer approval', 'bg-sand-soft'],
  refunded: ['Refunded', 'bg-sunken'],
  'partly-refunded': ['Partly refunded', 'bg-sunken'],
  disputed: ['Disputed', 'bg-flag-soft text-flag'],
  'not-credited': ['Not credited', 'bg-flag-soft text-flag'],
}
