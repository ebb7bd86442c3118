import type * as z from 'zod/mini'
import { nameForm, phoneForm, updateName, updatePhone } from '../../../../contract/golfers.ts'
import { MAX_NAME_LENGTH } from '../../../../contract/limits.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { carryToast } from '../../../lib/toast-store.ts'
import { FormButton } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Fields.tsx'
import { Form } from '../../../ui/Form.tsx'

export function NameForm({ value, onClose }: { value: string; onClose: () => void }) {
  const update = useAction({
    run: (body: z.output<typeof nameForm>) => call(updateName, { body }),
    success: { title: 'Name Updated', description: 'Your buddies now see your new name.' },
    failure: {
      title: 'Update Failed',
      fallback: 'Failed to update your name. Please try again.',
    },
    onSuccess: () => {
      onClose()
      // Refetch everything, because the name appears on cards and in lists.
      void queryClient.invalidateQueries()
    },
  })
  return (
    <Form
      schema={nameForm}
      defaults={{ name: value }}
      action={update}
      submitLabel="Save"
      pendingLabel="Saving..."
      actions={<FormButton onClick={onClose}>Cancel</FormButton>}
    >
      <TextField
        name="name"
        label="Name"
        maxLength={MAX_NAME_LENGTH}
        autoComplete="name"
        autoFocus
      />
    </Form>
  )
}

export function PhoneForm({ value, onClose }: { value: string; onClose: () => void }) {
  const update = useAction({
    run: (body: z.output<typeof phoneForm>) => call(updatePhone, { body }),
    failure: {
      title: 'Update Failed',
      fallback: 'Failed to update phone number. Please try again.',
    },
    onSuccess: () => {
      // The toast has to survive the reload.
      carryToast({ title: 'Phone Updated', description: 'Your phone number has been updated.' })
      window.location.reload()
    },
  })
  return (
    <Form
      schema={phoneForm}
      defaults={{ phone: value }}
      action={{ ...update, isPending: update.isPending || update.isSuccess }}
      submitLabel="Save"
      pendingLabel="Saving..."
      actions={<FormButton onClick={onClose}>Cancel</FormButton>}
    >
      <TextField name="phone" label="Phone Number" type="tel" autoComplete="tel" autoFocus />
    </Form>
  )
}
