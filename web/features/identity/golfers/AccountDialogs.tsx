import { Link, useLocation } from 'wouter'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { deleteAccountForm, deleteMyAccount } from '../../../../contract/golfers.ts'
import { type GroupSummary, listMyGroups } from '../../../../contract/groups.ts'
import {
  changePassword,
  changePasswordForm,
  endOtherSessions,
  listSessions,
  type OpenSession,
} from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { daysAfter, fromCalendarDay, readableDate } from '../../../lib/dates.ts'
import { deleteDrafts } from '../../../lib/drafts.ts'
import { takeLoginRedirect } from '../../../lib/login-redirect.ts'
import { pathTo } from '../../../lib/paths.ts'
import { refetch, useCurrentUser, useEndpoint } from '../../../lib/query-client.ts'
import { endSession } from '../../../lib/session.ts'
import { ActionButton, Button, FormButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { TextLink } from '../../../ui/Links.tsx'
import { LoadingFailedRow } from '../../../ui/Notice.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { NewPasswordField } from '../sessions/NewPasswordField.tsx'

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const user = useCurrentUser()
  const change = useAction({
    run: (body: BodyOf<typeof changePassword>) => call(changePassword, { body }),
    success: { title: 'Password Changed', description: 'Your other devices have been signed out.' },
    failure: {
      title: 'Password Change Failed',
      fallback: 'Failed to change password. Please try again.',
    },
    onSuccess: onClose,
  })
  return (
    <Dialog
      title="Change Password"
      description="Your other devices will be signed out."
      onClose={onClose}
    >
      <Form
        schema={changePasswordForm}
        defaults={{ currentPassword: '', newPassword: '', confirmPassword: '' }}
        action={change}
        submitLabel="Change Password"
        pendingLabel="Changing..."
      >
        {/* Tells password managers which account to update. */}
        <input hidden readOnly type="text" autoComplete="username" value={user.data?.email ?? ''} />
        <PasswordField name="currentPassword" label="Current Password" />
        <NewPasswordField name="newPassword" />
        <PasswordField name="confirmPassword" label="Confirm New Password" isNew />
      </Form>
    </Dialog>
  )
}

export function OpenSessionsDialog({ onClose }: { onClose: () => void }) {
  // Not cached, so that the dialog refetches each time it opens.
  const sessions = useEndpoint(listSessions, {}, { gcTime: 0 })
  const end = useAction({
    run: () => call(endOtherSessions, {}),
    failure: { title: 'Failed to Sign Out Other Devices', doing: 'signing out your other devices' },
    success: ({ message }) => ({ title: 'Other Devices Signed Out', description: message }),
    onSuccess: onClose,
    onError: () => refetch(listSessions, {}),
  })
  const today = fromCalendarDay(new Date())
  return (
    <Dialog
      title="Where I'm Signed In"
      description="Lost a phone or used someone else's? Sign out everywhere else."
      onClose={onClose}
    >
      {sessions.data ? (
        <>
          <ul className="divide-y divide-line rounded-[0.625rem] border border-line">
            {sessions.data.map((session) => (
              <li
                key={`${session.isCurrent} ${session.createdAt}`}
                className="flex items-center gap-3 px-3 py-3"
              >
                <div className="min-w-0 flex-1">
                  <p className="font-semibold wrap-anywhere">{session.device}</p>
                  <p className="text-sm text-muted">{describeLastUse(session, today)}</p>
                </div>
                {session.isCurrent && <span className="chip bg-sand-soft">This device</span>}
              </li>
            ))}
          </ul>
          {sessions.data.some(({ isCurrent }) => !isCurrent) ? (
            <ActionButton
              className="mt-5 w-full"
              action={end}
              label="Sign Out Other Devices"
              pendingLabel="Signing out..."
            />
          ) : (
            <p className="mt-5 text-muted">You aren't signed in anywhere else.</p>
          )}
        </>
      ) : sessions.error ? (
        <LoadingFailedRow query={sessions} />
      ) : (
        <Loading blocks={['h-17', 'h-11']} />
      )}
    </Dialog>
  )
}

/** Describes when a session was last used: only the day, because the server records uses once an hour. */
function describeLastUse({ isCurrent, lastSeenAt }: OpenSession, today: string): string {
  if (isCurrent) return 'In use now'
  const day = fromCalendarDay(new Date(lastSeenAt))
  if (day >= today) return 'Last used today'
  return day === daysAfter(today, -1) ? 'Last used yesterday' : `Last used ${readableDate(day)}`
}

interface DeleteAccountDialogProps {
  readonly ownedGroups: readonly GroupSummary[]
  readonly onClose: () => void
}

export function DeleteAccountDialog({ ownedGroups, onClose }: DeleteAccountDialogProps) {
  const [, navigate] = useLocation()
  const remove = useAction({
    run: (body: BodyOf<typeof deleteMyAccount>) => call(deleteMyAccount, { body }),
    success: {
      title: 'Account Deleted',
      description: 'We removed your name, email, and phone number.',
    },
    failure: { title: 'Failed to Delete Account', doing: 'deleting your account' },
    onSuccess: () => {
      navigate(pathTo('landing'), { replace: true })
      deleteDrafts()
      endSession()
      // If the live stream ended the session first, the login screen has stored a redirect. Remove it.
      takeLoginRedirect()
    },
    // The golfer may have become the owner of a group in the meantime.
    onError: () => refetch(listMyGroups, {}),
  })
  if (ownedGroups.length > 0) return <OwnedGroups ownedGroups={ownedGroups} onClose={onClose} />
  return (
    <Dialog title="Delete my account?" description="You can't undo this." onClose={onClose}>
      <Form
        schema={deleteAccountForm}
        defaults={{ password: '' }}
        action={remove}
        submitLabel="Delete Account"
        pendingLabel="Deleting..."
        submitLook="danger"
        actions={<FormButton onClick={onClose}>Keep It</FormButton>}
      >
        <ul className="list-disc space-y-1 pl-5">
          <li>
            You'll leave your groups. Your upcoming spots will open up, and your guests will lose
            theirs.
          </li>
          <li>Your recurring tee times will end. Tee times you posted will stay.</li>
          <li>
            We'll remove your name, email, and phone number. Rounds you played will stay in your
            groups' history, without your name.
          </li>
          <li>Groups you deleted can't be restored after that.</li>
        </ul>
        <PasswordField name="password" label="Your Password" />
      </Form>
    </Dialog>
  )
}

function OwnedGroups({ ownedGroups, onClose }: DeleteAccountDialogProps) {
  return (
    <Dialog
      title="Your account can't be deleted yet"
      description={`You own ${ownedGroups.length === 1 ? 'a group' : `${ownedGroups.length} groups`}, and every group needs an owner.`}
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
            {!group.isActive && (
              <p className="px-3 pb-3 text-sm">
                This group is turned off.{' '}
                <TextLink to="contact">Contact the Fourball team</TextLink> to have it turned back
                on or deleted.
              </p>
            )}
          </li>
        ))}
      </ul>
      {ownedGroups.some(({ isActive }) => isActive) && (
        <p className="mt-4">
          In Group Settings on a group's Members tab, transfer its ownership to another member, or
          delete the group.
        </p>
      )}
      <Button look="outline" className="mt-5 w-full" data-autofocus onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}
