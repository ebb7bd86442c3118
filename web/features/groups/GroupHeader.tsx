import LayoutGrid from 'lucide-react/icons/layout-grid'
import { Link } from 'wouter'
import type { GroupDetail } from '../../../contract/groups.ts'
import { pathTo } from '../../shell/paths.ts'

interface GroupHeaderProps {
  /** Undefined while it is loading. */
  readonly group: GroupDetail | undefined
}

/** A group's name and its three figures, on the turf. */
export function GroupHeader({ group }: GroupHeaderProps) {
  return (
    <header className="turf pt-[max(1.25rem,env(safe-area-inset-top))]">
      <div className="column">
        <div className="flex items-start justify-between gap-3">
          <h1 className="min-h-9 min-w-0 font-display text-[1.625rem] leading-9 wrap-anywhere">
            {group?.name ?? 'Golf Group'}
          </h1>
          <Link
            href={pathTo('dashboard')}
            className="-my-1 -mr-2 flex min-h-11 shrink-0 items-center gap-1.5 rounded-[0.625rem] px-2 text-sm font-semibold text-on-turf-muted hover:text-on-turf"
          >
            <LayoutGrid aria-hidden size={18} />
            My Golf
          </Link>
        </div>
        <dl
          aria-busy={group === undefined}
          className="mt-4 grid grid-cols-3 divide-x divide-on-turf/20 border-t border-on-turf/20"
        >
          <Figure label="Active Times" value={group?.activeTimes} />
          <Figure label="Open Spots" value={group?.openSpots} />
          <Figure label="Members" value={group?.memberCount} />
        </dl>
      </div>
    </header>
  )
}

function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="flex flex-col-reverse px-2 py-3 text-center">
      <dt className="text-[0.8125rem] leading-tight text-on-turf-muted">{label}</dt>
      <dd className="font-display text-2xl leading-8">{value ?? '–'}</dd>
    </div>
  )
}
