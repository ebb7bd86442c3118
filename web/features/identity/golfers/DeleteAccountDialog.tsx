import { Link, useLocation } from 'wouter'
import type * as z from 'zod/mini'
import { deleteAccountForm, deleteMyAccount } from '../../../../contract/golfers.ts'
import { type GroupSummary, listMyGroups } from '../../../../contract/groups.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { deleteDrafts } from '../../../lib/drafts.ts'
import { takeLoginRedirect } from '../../../lib/login-redirect.ts'
import { pathTo } from '../../../lib/paths.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'
import { endSession } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast-store.ts'
import { Button, FormButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'

interface DeleteAccountDialogProps {
  readonly ownedGroups: readonly GroupSummary[]
  readonly onClose: () => void
}

export function DeleteAccountDialog({ ownedGroups, onClose }: DeleteAccountDialogProps) {
  const [, navigate] = useLocation()
  const remove = useAction({
    run: (body: z.output<typeof deleteAccountForm>) => call(deleteMyAccount, { body }),
    failure: { title: 'Failed to Delete Account', doing: 'deleting your account' },
    onSuccess: () => {
      navigate(pathTo('landing'), { replace: true })
      deleteDrafts()
      endSession()
      // Discard the redirect that the login screen stores if the live stream has ended the session first.
      takeLoginRedirect()
      toast({
        title: 'Account Deleted',
        description: 'We removed your name, email, and phone number.',
      })
    },
    // The golfer may have become the owner of a group in the meantime.
    onError: () => void queryClient.invalidateQueries({ queryKey: keyOf(listMyGroups, {}) }),
  })
  if (ownedGroups.length > 0) return <OwnedGroups ownedGroups={ownedGroups} onClose={onClose} />
  return (
    <Dialog title="Delete my account?" description="You can't undo this." onClose={onClose}>
      <p>
        You'll leave your groups, your upcoming spots will open up, and we'll remove your name,
        email, and phone number. Rounds you played will stay in your groups' history, without your
        name. Groups you deleted can't be restored after that.
      </p>
      <div className="mt-4">
        <Form
          schema={deleteAccountForm}
          defaults={{ password: '' }}
          action={remove}
          submitLabel="Delete Account"
          pendingLabel="Deleting..."
          submitLook="danger"
          actions={<FormButton onClick={onClose}>Keep It</FormButton>}
        >
          <PasswordField name="password" label="Your Password" autoComplete="current-password" />
        </Form>
      </div>
    </Dialog>
  )
}

function OwnedGroups({ ownedGroups, onClose }: DeleteAccountDialogProps) {
  const isOne = ownedGroups.length === 1
  return (
    <Dialog
      title="Your account can't be deleted yet"
      description={`You own ${isOne ? 'a group' : `${ownedGroups.length} groups`}, and every group needs an owner.`}
      onClose={onClose}
    >
      <ul className="divide-y divide-line rounded-[0.625rem] border border-line">
        {ownedGroups.map((group) => (
          <li key={group.id}>
            <Link
              href={pathTo('groupMembers', { slug: group.slug })}
              className="flex min-h-11 items-center px-3 py-2 font-semibold underline wrap-anywhere"
            >
              {group.name}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        In Group Settings on the Members tab, transfer {isOne ? 'its' : 'their'} ownership to
        another member, or delete {isOne ? 'the group' : 'the groups'}.
      </p>
      <Button look="outline" className="mt-5 w-full" data-autofocus onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}
