import type * as z from 'zod/mini'
import { type AdminGroup, changeExpiry } from '../../../contract/super-admin.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { dateIn } from '../../lib/dates.ts'
import { toast } from '../../lib/toast-store.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { refreshLists } from './refresh-lists.ts'

interface ExpiryDialogProps {
  readonly group: AdminGroup
  readonly onClose: () => void
}

export function ExpiryDialog({ group, onClose }: ExpiryDialogProps) {
  const change = useAction<z.output<typeof changeExpiry.body>, { message: string }>({
    run: (body) => call(changeExpiry, { params: { groupId: group.id }, body }),
    failure: {
      title: 'Failed to update expiry date',
      fallback: 'Failed to update expiry date',
    },
    onSuccess: ({ message }) => {
      toast({ title: 'Expiry Updated', description: message })
      refreshLists()
      onClose()
    },
    onError: refreshLists,
  })
  const expiryDate =
    group.expiryDate === null ? '' : dateIn(group.timeZone, new Date(group.expiryDate))
  return (
    <Dialog title="Edit Expiry" description={group.name} onClose={onClose}>
      <Form
        schema={changeExpiry.body}
        defaults={{ expiryDate }}
        onSubmit={(values) => change.mutate(values)}
        pending={change.isPending}
        error={change.error}
        submitLabel="Save Expiry"
        pendingLabel="Saving..."
        actions={
          group.expiryDate !== null && (
            <Button
              look="outline"
              className="flex-1"
              pending={change.isPending}
              onClick={() => change.mutate({ expiryDate: null })}
            >
              Remove Expiry
            </Button>
          )
        }
      >
        <div>
          <TextField name="expiryDate" label="Expiry Date" type="date" />
          <p className="mt-1 text-sm text-muted">
            The group's last day, in {group.timeZone.replaceAll('_', ' ')}. Leave it empty for
            unlimited access.
          </p>
        </div>
      </Form>
    </Dialog>
  )
}
