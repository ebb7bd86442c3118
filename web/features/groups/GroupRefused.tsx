import { Link } from 'wouter'
import { golferGroups } from '../../../contract/groups.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { pathTo } from '../../shell/paths.ts'
import { useAnswer } from '../../shell/query-client.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

const wayHome = (
  <Link href={pathTo('dashboard')} className={buttonClass('primary')}>
    Go to My Groups
  </Link>
)

export function NotAMember() {
  usePageTitle('Not a Member')
  return (
    <main className="column grid min-h-dvh place-items-center">
      <Notice as="h1" title="You're not a member of this group" action={wayHome}>
        Its tee times are for its members. If your buddies play here, ask the group's owner to add
        you.
      </Notice>
    </main>
  )
}

export function GroupInactive({ slug }: { slug: string }) {
  usePageTitle('Group Paused')
  const groups = useAnswer(golferGroups, {})
  const group = groups.data?.find((mine) => mine.slug === slug)
  return (
    <main className="column grid min-h-dvh place-items-center">
      <Notice as="h1" title="This group is paused" action={wayHome}>
        Nothing is lost: tee times and members are kept.{' '}
        {group
          ? `${group.ownerName} owns ${group.name} and can have it switched on again.`
          : "The group's owner can have it switched on again."}
      </Notice>
    </main>
  )
}
