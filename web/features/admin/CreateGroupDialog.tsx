import type * as z from 'zod/mini'
import { MAX_NAME_LENGTH } from '../../../contract/limits.ts'
import { adminCreateGroup, adminCreateGroupForm } from '../../../contract/super-admin.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { toast } from '../../lib/toast-store.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { GroupFields, guessedTimeZone, TimeZoneField } from '../groups/GroupFields.tsx'
import { EmailField } from '../identity/EmailField.tsx'
import { refreshLists } from './ListPanel.tsx'

export function CreateGroupDialog({ onClose }: { onClose: () => void }) {
  const create = useAction({
    run: (body: z.output<typeof adminCreateGroupForm>) => call(adminCreateGroup, { body }),
    failure: {
      title: 'Failed to Create Group',
      fallback: 'An error occurred while creating the group.',
    },
    onSuccess: ({ group, adminGolfer }) => {
      toast({
        title: 'Group Created Successfully!',
        description: `${group.name} belongs to ${adminGolfer.email}.`,
      })
      refreshLists()
      onClose()
    },
  })
  return (
    <Dialog
      title="Create Group"
      description="For a customer, who becomes the owner. New golfers get an email with a link to set a password."
      onClose={onClose}
    >
      <Form
        schema={adminCreateGroupForm}
        defaults={{
          name: '',
          slug: '',
          description: '',
          adminName: '',
          adminEmail: '',
          adminPhone: '',
          expiryDate: '',
          timeZone: guessedTimeZone(),
        }}
        onSubmit={create.mutate}
        pending={create.isPending}
        error={create.error}
        submitLabel="Create Group"
        pendingLabel="Creating..."
      >
        <GroupFields nameField="name" creation={create} />
        <TextField
          name="adminName"
          label="Admin Name"
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
        />
        <EmailField name="adminEmail" label="Admin Email" autoComplete="off" />
        <TextField name="adminPhone" label="Admin Phone" type="tel" autoComplete="off" />
        <TextField name="expiryDate" label="Expiry Date (optional)" type="date" />
        <TimeZoneField name="timeZone" />
      </Form>
    </Dialog>
  )
}
