import type * as z from 'zod/mini'
import { nameForm, updateName } from '../../../../contract/golfers.ts'
import { MAX_NAME_LENGTH } from '../../../../contract/limits.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { TextField } from '../../../ui/TextField.tsx'

interface NameFormProps {
  readonly name: string
  readonly onClose: () => void
}

export function NameForm({ name, onClose }: NameFormProps) {
  const update = useAction<z.output<typeof nameForm>>({
    run: (body) => call(updateName, { body }),
    success: { title: 'Name Updated', description: 'Your buddies see your new name.' },
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
    <div className="py-2">
      <Form
        schema={nameForm}
        defaults={{ name }}
        onSubmit={(values) => update.mutate(values)}
        pending={update.isPending}
        error={update.error}
        submitLabel="Save"
        pendingLabel="Saving..."
        actions={
          <Button look="outline" className="flex-1" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <TextField
          name="name"
          label="Name"
          labelHidden
          maxLength={MAX_NAME_LENGTH}
          autoComplete="name"
          autoFocus
        />
      </Form>
    </div>
  )
}
