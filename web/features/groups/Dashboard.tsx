import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type GroupSummary, myGroups } from '../../../contract/groups.ts'
import { failureText, LOADING_FAILED } from '../../shell/api-client.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { pathTo } from '../../shell/paths.ts'
import { useAnswer } from '../../shell/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** The groups I belong to. */
export function Dashboard({ logout }: { logout: ReactNode }) {
  usePageTitle('My Groups')
  return (
    <>
      <header className="turf pt-[max(1.25rem,env(safe-area-inset-top))] pb-5">
        <div className="column flex items-center justify-between gap-4">
          <h1 className="flex items-center gap-3 font-display text-[1.625rem] leading-9">
            <Mark size={28} />
            My Groups
          </h1>
          {logout}
        </div>
      </header>
      <main className="column py-5">
        <Groups />
      </main>
    </>
  )
}

function Groups() {
  const groups = useAnswer(myGroups, {})
  if (groups.data === undefined && groups.error) {
    return (
      <Notice
        title="Your groups can't be shown"
        action={<Button onClick={() => groups.refetch()}>Try Again</Button>}
      >
        {failureText(groups.error, LOADING_FAILED)}
      </Notice>
    )
  }
  if (groups.data === undefined) return <Skeleton className="h-21 w-full rounded-[0.875rem]" />
  if (groups.data.length === 0) {
    return (
      <Notice title="No Groups Yet">
        Golf groups are private. Ask the owner of your buddies' group to add you with the email you
        signed in with; the group then shows up here.
      </Notice>
    )
  }
  return (
    <ul className="space-y-3">
      {groups.data.map((group) => (
        <li key={group.id}>
          <GroupLink group={group} />
        </li>
      ))}
    </ul>
  )
}

function GroupLink({ group }: { group: GroupSummary }) {
  const members = `${group.memberCount} ${group.memberCount === 1 ? 'member' : 'members'}`
  return (
    <Link
      href={pathTo('group', { slug: group.slug })}
      className="sheet flex min-h-21 items-center gap-4 p-4 hover:border-edge"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-display text-lg leading-snug wrap-anywhere">{group.name}</span>
        <span className="block text-sm text-muted wrap-anywhere">
          {members} · Owner {group.ownerName}
          {!group.isActive && ' · Paused'}
        </span>
      </span>
      <ChevronRight aria-hidden size={20} className="text-muted" />
    </Link>
  )
}
