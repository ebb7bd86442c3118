import type { GroupSummary } from '../../contract/groups.ts'
import type { User } from '../../contract/sessions.ts'
import { DeleteAccount } from '../features/golfers/DeleteAccount.tsx'
import { DownloadMyData } from '../features/golfers/DownloadMyData.tsx'
import { ChangePassword } from '../features/sessions/ChangePassword.tsx'
import { OpenSessions } from '../features/sessions/OpenSessions.tsx'

interface AccountListProps {
  readonly user: User
  /** The golfer's groups. */
  readonly groups: readonly GroupSummary[]
}

/** Actions for a golfer's account, whether or not they are in a group. */
export function AccountList({ user, groups }: AccountListProps) {
  return (
    <section aria-label="My account" className="sheet divide-y divide-line overflow-hidden">
      <ChangePassword />
      <OpenSessions />
      <DownloadMyData />
      {!user.isSuperAdmin && (
        <DeleteAccount owned={groups.filter(({ ownerId }) => ownerId === user.id)} />
      )}
    </section>
  )
}
