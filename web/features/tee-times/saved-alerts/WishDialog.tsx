import { MAX_WISH_COURSE_LENGTH } from '../../../../contract/standing-wishes.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { DaysField } from './DaysField.tsx'
import { useMakeWish } from './queries.ts'
import { wishForm } from './wish-form.ts'

interface WishDialogProps {
  readonly groupId: number
  readonly onClose: () => void
}

export function WishDialog({ groupId, onClose }: WishDialogProps) {
  const make = useMakeWish(groupId, onClose)
  return (
    <Dialog
      title="Add a Wish"
      description="Which tee times would you like to hear of first?"
      onClose={onClose}
    >
      <Form
        schema={wishForm}
        defaults={{ days: [], notBefore: '', notAfter: '', course: '' }}
        onSubmit={({ days, notBefore, notAfter, course }) =>
          make.mutate({
            days,
            notBefore: notBefore || null,
            notAfter: notAfter || null,
            course: course || null,
          })
        }
        pending={make.isPending}
        error={make.error}
        submitLabel="Save Wish"
        pendingLabel="Saving..."
      >
        <DaysField name="days" label="Days" />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] gap-4">
          <TextField name="notBefore" label="No earlier than (optional)" type="time" />
          <TextField name="notAfter" label="No later than (optional)" type="time" />
        </div>
        <TextField
          name="course"
          label="Words of the course (optional)"
          placeholder="e.g. Shaganappi"
          maxLength={MAX_WISH_COURSE_LENGTH}
          autoComplete="off"
        />
      </Form>
    </Dialog>
  )
}
