import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { nameForm, phoneForm, updateName, updatePhone } from '../../../../contract/golfers.ts'
import { MAX_NAME_LENGTH } from '../../../../contract/limits.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { carryToast } from '../../../lib/toast-store.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Fields.tsx'
import { Form } from '../../../ui/Form.tsx'

export function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const update = useAction({
    run: (body: z.output<typeof nameForm>) => call(updateName, { body }),
    success: { title: 'Name Updated', description: 'Your buddies now see your new name.' },
    failure: {
      title: 'Update Failed',
      fallback: 'Failed to update your name. Please try again.',
    },
    onSuccess: () => {
      onClose()
      // The name appears on cards and in lists.
      void queryClient.invalidateQueries()
    },
  })
  return (
    <EditForm schema={nameForm} defaults={{ name }} update={update} onClose={onClose}>
      <TextField
        name="name"
        label="Name"
        labelHidden
        maxLength={MAX_NAME_LENGTH}
        autoComplete="name"
        autoFocus
      />
    </EditForm>
  )
}

export function PhoneForm({ phone, onClose }: { phone: string; onClose: () => void }) {
  const update = useAction({
    run: (body: z.output<typeof phoneForm>) => call(updatePhone, { body }),
    failure: {
      title: 'Update Failed',
      fallback: 'Failed to update phone number. Please try again.',
    },
    onSuccess: () => {
      // The page reloads, so the toast has to survive the reload.
      carryToast({ title: 'Phone Updated', description: 'Your phone number has been updated.' })
      window.location.reload()
    },
  })
  return (
    <EditForm schema={phoneForm} defaults={{ phone }} update={update} onClose={onClose}>
      <TextField
        name="phone"
        label="Phone number"
        labelHidden
        type="tel"
        autoComplete="tel"
        autoFocus
      />
    </EditForm>
  )
}

interface EditFormProps<Shape extends z.ZodMiniType<object, object>> {
  readonly schema: Shape
  readonly defaults: z.input<Shape>
  readonly update: UseMutationResult<unknown, Error, z.output<Shape>>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Stays pending after a success, until the form or the page is gone. */
function EditForm<Shape extends z.ZodMiniType<object, object>>({
  update,
  onClose,
  ...form
}: EditFormProps<Shape>) {
  return (
    <div className="py-2">
      <Form
        {...form}
        onSubmit={update.mutate}
        pending={update.isPending || update.isSuccess}
        error={update.error}
        submitLabel="Save"
        pendingLabel="Saving..."
        actions={
          <Button look="outline" className="flex-1" onClick={onClose}>
            Cancel
          </Button>
        }
      />
    </div>
  )
}
