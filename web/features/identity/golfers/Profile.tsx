import Pencil from 'lucide-react/icons/pencil'
import { type ReactNode, useState } from 'react'
import { updatePhone } from '../../../../contract/golfers.ts'
import { capitalized } from '../../../../contract/names.ts'
import { readPreferences } from '../../../../contract/preferences.ts'
import type { User } from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import { formatPhone } from '../../../lib/phone-numbers.ts'
import { refetch, refetchCurrentUser } from '../../../lib/query-client.ts'
import { Avatar, toneOf } from '../../../ui/Avatar.tsx'
import { ActionButton, Button } from '../../../ui/Button.tsx'
import { BackLink } from '../../../ui/Links.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { restoreFocus } from '../../../ui/restore-focus.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'

const { NameForm, PhoneForm } = onDemand(() => import('./ContactForms.tsx'))

// Longer names get a smaller font, because they would fill the card.
const MAX_LARGE_NAME_LENGTH = 40

export function Profile(props: {
  user: User | undefined
  groupName: string | undefined
  /** False for a golfer without a group, whose profile has no tabs. */
  hasGroup: boolean
  children: ReactNode
}) {
  const { user, groupName, hasGroup, children } = props
  usePageTitle('Profile')
  return (
    <>
      <header className="turf pt-[max(1.25rem,env(safe-area-inset-top))] pb-16">
        <div className="column column-wide">
          {!hasGroup && <BackLink href={pathTo('dashboard')}>My Golf</BackLink>}
          <h1 data-after-dialog tabIndex={-1} className="font-display text-[1.625rem] leading-9">
            Profile
          </h1>
        </div>
      </header>
      <main className="column column-wide pair -mt-12 pb-6">
        <section aria-label="About me" className="sheet p-4">
          <div className="flex flex-wrap items-center gap-4">
            {user ? (
              <Avatar name={user.name} tone={toneOf(user.id)} size="large" />
            ) : (
              <Skeleton className="size-20 rounded-full" />
            )}
            <div className="min-w-0 flex-1 basis-32">
              {user ? (
                <h2
                  className={`font-display leading-snug wrap-anywhere ${user.name.length > MAX_LARGE_NAME_LENGTH ? 'text-base' : 'text-xl'}`}
                >
                  {capitalized(user.name)}
                </h2>
              ) : (
                <Skeleton className="h-7 w-40" />
              )}
              <p className="mt-0.5 min-h-6 text-muted wrap-anywhere">
                {hasGroup ? `${groupName ?? 'Golf Group'} Member` : 'No group yet'}
              </p>
            </div>
          </div>
          <dl className="mt-5 divide-y divide-line border-t border-line">
            <Line label="Name">
              {user && <EditableLine field="name" value={user.name} Form={NameForm} />}
            </Line>
            <Line label="Email">{user && <span className="wrap-anywhere">{user.email}</span>}</Line>
            <Line label="Phone">{user && <Phone user={user} />}</Line>
          </dl>
        </section>
        {children}
      </main>
    </>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-3 last:pb-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-h-6">{children ?? <Skeleton className="h-6 w-40" />}</dd>
    </div>
  )
}

function EditableLine(props: {
  field: 'name' | 'phone'
  value: string
  shownValue?: string
  action?: ReactNode
  Form: typeof NameForm
}) {
  const { field, value, shownValue = value, action, Form } = props
  const [state, setState] = useState<'shown' | 'editing' | 'edited'>('shown')
  if (state === 'editing') {
    const skeleton = <Skeleton className="h-11 w-full" />
    return (
      // The line already has a visible label.
      <div className="py-2 [&_label]:sr-only">
        <Form value={value} onClose={() => setState('edited')} whileLoading={skeleton} />
      </div>
    )
  }
  return (
    <div
      className={`flex items-center justify-between gap-x-3 ${action ? 'flex-wrap' : 'max-[18rem]:flex-wrap'}`}
    >
      <span className="min-w-0 wrap-anywhere">
        {shownValue === '' ? <span className="text-muted">None</span> : shownValue}
      </span>
      {/* Without another action, the button spans both label and value, to keep all lines equally tall. */}
      <span
        className={`-mr-4 ml-auto flex flex-wrap items-center justify-end ${action ? '' : 'shrink-0 self-end min-[18rem]:-mt-5'}`}
      >
        {action}
        <Button
          look="quiet"
          // Returns the focus to the button that opened the form.
          autoFocus={state === 'edited'}
          onPointerEnter={Form.preload}
          onClick={() => setState('editing')}
        >
          <Pencil size={16} />
          Edit <span className="sr-only">{field}</span>
        </Button>
      </span>
    </div>
  )
}

function Phone({ user: { phone, phoneConfirmed } }: { user: User }) {
  const needsConfirmation = phone !== '' && !phoneConfirmed
  return (
    <>
      <EditableLine
        field="phone"
        value={phone}
        shownValue={formatPhone(phone)}
        action={needsConfirmation && <ConfirmPhone phone={phone} />}
        Form={PhoneForm}
      />
      {needsConfirmation && (
        <p className="mt-2 text-sm text-muted">
          We won't text this number until you confirm it's yours.
        </p>
      )}
    </>
  )
}

function ConfirmPhone({ phone }: { phone: string }) {
  const confirm = useAction({
    run: () => call(updatePhone, { body: { phone } }),
    success: {
      title: 'Phone Confirmed',
      description: 'Thanks for confirming that this number is yours.',
    },
    failure: {
      title: 'Update Failed',
      fallback: 'Failed to update phone number. Please try again.',
    },
    onSuccess: () => {
      refetchCurrentUser()
      refetch(readPreferences, {})
    },
  })
  return (
    <ActionButton
      ref={restoreFocus}
      look="outline"
      action={confirm}
      label="Confirm"
      pendingLabel="Confirming..."
      about="phone"
    />
  )
}
