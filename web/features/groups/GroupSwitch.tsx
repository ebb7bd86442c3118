import Check from 'lucide-react/icons/check'
import { Link } from 'wouter'
import type { GroupSummary } from '../../../contract/groups.ts'
import { pathTo } from '../../lib/paths.ts'
import { LinkRow } from '../../ui/LinkRow.tsx'

interface GroupSwitchProps {
  readonly groups: readonly GroupSummary[]
  /** The group on screen. */
  readonly slug: string
}

/** Links to the golfer's groups, and to the page across all of them. */
export function GroupSwitch({ groups, slug }: GroupSwitchProps) {
  return (
    <nav aria-label="My groups" className="sheet divide-y divide-line overflow-hidden">
      {groups.length > 1 &&
        groups.map((group) => (
          <Link
            key={group.id}
            href={pathTo('group', { slug: group.slug })}
            aria-current={group.slug === slug ? 'true' : undefined}
            className="flex min-h-13 items-center gap-3 px-4 py-2 hover:bg-sunken"
          >
            <span
              className={`min-w-0 flex-1 wrap-anywhere ${group.slug === slug ? 'font-semibold' : ''}`}
            >
              {group.name}
            </span>
            {!group.isActive && <span className="chip bg-sunken">Paused</span>}
            {group.slug === slug && (
              <Check aria-hidden size={20} className="shrink-0 text-fairway" />
            )}
          </Link>
        ))}
      <LinkRow href={pathTo('dashboard')} title="My Golf">
        My rounds and open spots in all my groups
      </LinkRow>
    </nav>
  )
}
