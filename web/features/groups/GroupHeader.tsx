import type { GroupDetail } from '../../../contract/groups.ts'
import { pathTo } from '../../lib/paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'

interface GroupHeaderProps {
  /** Undefined while it is loading. */
  readonly group: GroupDetail | undefined
}

/** A group's name and its three stats, on the green header. */
export function GroupHeader({ group }: GroupHeaderProps) {
  return (
    <header className="turf pt-[max(0.25rem,env(safe-area-inset-top))]">
      <div className="column">
        <BackLink href={pathTo('dashboard')}>My Golf</BackLink>
        <h1 className="-mt-1 min-h-9 font-display text-[1.625rem] leading-9 wrap-anywhere">
          {group?.name ?? 'Golf Group'}
        </h1>
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
