import Settings from 'lucide-react/icons/settings'
import { useState } from 'react'
import type { GroupDetail } from '../../../contract/groups.ts'
import type { User } from '../../../contract/sessions.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'

const GroupSettingsDialog = onDemand(() =>
  import('./GroupSettingsDialog.tsx').then((part) => part.GroupSettingsDialog),
)

interface GroupSettingsProps {
  /** Undefined while loading, like `user`. */
  readonly group: GroupDetail | undefined
  readonly user: User | undefined
}

/** The owner's settings button. If the golfer loses ownership, an open dialog stays to explain why. */
export function GroupSettings({ group, user }: GroupSettingsProps) {
  const [open, setOpen] = useState(false)
  if (!group || !user) return null
  return (
    <>
      {group.ownerId === user.id && (
        <button
          ref={restoreFocus}
          type="button"
          className="icon-button"
          aria-label="Group Settings"
          onPointerEnter={GroupSettingsDialog.preload}
          onClick={() => setOpen(true)}
        >
          <Settings aria-hidden size={22} />
        </button>
      )}
      {open && (
        <GroupSettingsDialog group={group} golferId={user.id} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
