import { listMyGroups } from '../../../contract/groups.ts'
import { capitalized } from '../../../contract/names.ts'
import type { User } from '../../../contract/sessions.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { pathTo } from '../../lib/paths.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink, TextLink } from '../../ui/Links.tsx'
import { NoticeScreen } from '../../ui/Notice.tsx'

/** @param onRetry set if the app could not check whether the group exists */
export function NotFound({ onRetry }: { onRetry?: () => void }) {
  usePageTitle('Golf Group Not Found')
  return (
    <NoticeScreen
      title="Golf Group Not Found"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {onRetry && (
            <Button look="outline" onClick={onRetry}>
              Try Again
            </Button>
          )}
          <ButtonLink href={pathTo('landing')}>Go to Home</ButtonLink>
        </div>
      }
    >
      This golf group doesn't exist or you may have typed the wrong URL. Check your invitation link
      or contact your group admin.
    </NoticeScreen>
  )
}

const dashboardLink = <ButtonLink href={pathTo('dashboard')}>Go to My Golf</ButtonLink>

export function NotAMember({ user }: { user: User | undefined }) {
  usePageTitle('Not a Member')
  return (
    <NoticeScreen title="You're not a member of this group" action={dashboardLink}>
      Only members can see its tee times. If your buddies are in this group, ask its owner to add
      you
      {user ? ` with the email you're signed in with: ${user.email}` : ''}.
    </NoticeScreen>
  )
}

export function GroupInactive(props: {
  slug: string
  user: User | undefined
  onRetry: () => void
}) {
  const { slug, user, onRetry } = props
  usePageTitle('Group Turned Off')
  const groups = useEndpoint(listMyGroups, {})
  const group = groups.data?.find((mine) => mine.slug === slug)
  return (
    <NoticeScreen
      title="This group is turned off"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {dashboardLink}
          <Button look="outline" onClick={onRetry}>
            Try Again
          </Button>
          <ButtonLink look="outline" href={pathTo('groupProfile', { slug })}>
            Profile
          </ButtonLink>
        </div>
      }
    >
      Nothing is lost. The group's tee times and members are still there.{' '}
      {group === undefined ? (
        "The group's owner can ask the Fourball team to turn it back on."
      ) : group.ownerId === user?.id ? (
        <span>
          To have {group.name} turned back on,{' '}
          <TextLink to="contact">contact the Fourball team</TextLink>.
        </span>
      ) : (
        `${capitalized(group.ownerName)} owns ${group.name} and can ask the Fourball team to turn it back on.`
      )}
    </NoticeScreen>
  )
}
