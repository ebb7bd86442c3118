import type { GroupSummary } from '../../../../contract/groups.ts'
import type { User } from '../../../../contract/sessions.ts'
import { ChangePassword } from '../sessions/ChangePassword.tsx'
import { OpenSessions } from '../sessions/OpenSessions.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { DownloadMyData } from './DownloadMyData.tsx'

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
