import * as z from 'zod/mini'
import { type AdminGroup, deleteGroup } from '../../../contract/super-admin.ts'
import { call } from '../../lib/api-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { describePaid } from './GroupStatus.tsx'
import { useDeleteListed } from './refresh-lists.ts'

interface DeleteGroupDialogProps {
  readonly group: AdminGroup
  readonly onClose: () => void
}

export function DeleteGroupDialog({ group, onClose }: DeleteGroupDialogProps) {
  const remove = useDeleteListed({
    run: () => call(deleteGroup, { params: { id: group.id } }),
    noun: 'group',
    name: group.name,
    onClose,
  })
  const form = z.object({
    slug: z
      .string()
      .check(
        z.refine((typed) => typed.trim() === group.slug, `Type ${group.slug} to delete the group`),
      ),
  })
  return (
    <Dialog
      title="Delete this group?"
      description={`${group.name}, /${group.slug}`}
      onClose={onClose}
    >
      <Form
        schema={form}
        defaults={{ slug: '' }}
        onSubmit={() => remove.mutate()}
        pending={remove.isPending}
        error={remove.error}
        submitLabel="Delete Group"
        submitLook="danger"
        pendingLabel="Deleting..."
        actions={
          <Button look="outline" className="flex-1" onClick={onClose}>
            Keep Group
          </Button>
        }
      >
        <p>
          Its tee times, rounds and invite links are deleted for{' '}
          {group.memberCount === 1 ? 'its 1 member' : `all ${group.memberCount} members`}. Accounts
          are kept. This cannot be undone.
        </p>
        {describePaid(group, new Date()) && (
          <p className="font-semibold text-flag">
            This group is paid for. Its subscription is cancelled at once, and no money is given
            back by itself.
          </p>
        )}
        <TextField
          name="slug"
          label={`Type ${group.slug} to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form>
    </Dialog>
  )
}
