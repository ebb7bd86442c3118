import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import UserMinus from 'lucide-react/icons/user-minus'
import { useState } from 'react'
import type { GroupDetail } from '../../../../contract/groups.ts'
import type { Member } from '../../../../contract/members.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Menu, MenuItem } from './Menu.tsx'
import { useChangeAdmin } from './queries.ts'

const RemoveDialog = onDemand(() => import('./RemoveDialog.tsx').then((part) => part.RemoveDialog))

interface MemberMenuProps {
  readonly member: Member
  readonly group: GroupDetail
  readonly golferId: number
}

/** The owner's actions for another member. */
export function MemberMenu({ member, group, golferId }: MemberMenuProps) {
  const [removing, setRemoving] = useState(false)
  const change = useChangeAdmin(group, member)
  const close = () => setRemoving(false)
  return (
    <div className="-mt-2 -mr-2 -ml-2 shrink-0">
      <Menu label={`Actions for ${member.name}`} icon={<EllipsisVertical aria-hidden size={20} />}>
        <MenuItem onChosen={() => !change.isPending && change.mutate(!member.isAdmin)}>
          {member.isAdmin ? (
            <ShieldOff aria-hidden size={18} />
          ) : (
            <ShieldCheck aria-hidden size={18} />
          )}
          {member.isAdmin ? 'Remove admin' : 'Make admin'}
        </MenuItem>
        <MenuItem warns onChosen={() => setRemoving(true)}>
          <UserMinus aria-hidden size={18} />
          Remove from group
        </MenuItem>
      </Menu>
      {removing && (
        <RemoveDialog member={member} group={group} golferId={golferId} onClose={close} />
      )}
    </div>
  )
}
