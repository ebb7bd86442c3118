import Pencil from 'lucide-react/icons/pencil'
import { type ReactNode, useState } from 'react'
import type { User } from '../../../contract/sessions.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const PhoneForm = onDemand(() => import('./PhoneForm.tsx').then((part) => part.PhoneForm))

// A name of more letters would fill the card in the size of headings.
const LONG_NAME = 40

interface ProfileProps {
  /** Undefined while loading, as the group's name is. */
  readonly user: User | undefined
  readonly groupName: string | undefined
  /** What else the golfer may do here: password, logout. */
  readonly children: ReactNode
}

/** My own page. */
export function Profile({ user, groupName, children }: ProfileProps) {
  usePageTitle('Profile')
  return (
    <>
      <header className="turf pt-[max(1.25rem,env(safe-area-inset-top))] pb-16">
        <div className="column">
          <h1 className="font-display text-[1.625rem] leading-9">Profile</h1>
        </div>
      </header>
      <main className="column -mt-12 space-y-4 pb-6">
        <section aria-label="About me" className="sheet p-5">
          <div className="flex items-center gap-4">
            {user ? (
              <Avatar name={user.name} tone="primary" size="large" />
            ) : (
              <Skeleton className="size-20 rounded-full" />
            )}
            <div className="min-w-0">
              {user ? (
                <h2
                  className={`font-display leading-snug wrap-anywhere ${user.name.length > LONG_NAME ? 'text-base' : 'text-xl'}`}
                >
                  {user.name}
                </h2>
              ) : (
                <Skeleton className="h-7 w-40" />
              )}
              <p className="mt-0.5 min-h-6 text-muted wrap-anywhere">
                {`${groupName ?? 'Golf Group'} Member`}
              </p>
            </div>
          </div>
          <dl className="mt-5 divide-y divide-line border-t border-line">
            <div className="py-3">
              <dt className="text-sm text-muted">Email</dt>
              <dd className="min-h-6 wrap-anywhere">
                {user ? user.email : <Skeleton className="h-5 w-52 max-w-full" />}
              </dd>
            </div>
            <div className="pt-3">
              <dt className="text-sm text-muted">Phone</dt>
              <dd>{user ? <Phone phone={user.phone} /> : <Skeleton className="h-11 w-40" />}</dd>
            </div>
          </dl>
        </section>
        {children}
      </main>
    </>
  )
}

function Phone({ phone }: { phone: string }) {
  const [editing, setEditing] = useState(false)
  if (editing) {
    return (
      <PhoneForm
        phone={phone}
        onClose={() => setEditing(false)}
        onFailure={() => setEditing(false)}
        waiting={<Skeleton className="mt-1 h-11 w-full" />}
      />
    )
  }
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">{phone}</span>
      <Button
        look="quiet"
        className="-mr-2"
        onPointerEnter={PhoneForm.preload}
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden size={16} />
        Edit <span className="sr-only">phone</span>
      </Button>
    </div>
  )
}
