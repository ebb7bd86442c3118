import { Link } from 'wouter'
import { type GroupSummary, myGroups } from '../../../contract/groups.ts'
import type { User } from '../../../contract/sessions.ts'
import { pathTo } from '../../lib/paths.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { endedGroupsOf, groupToPayOf } from './choose-group.ts'
import { Subscribe, SubscribePage } from './Subscribe.tsx'

/** The subscribe screen when no group is chosen. Picks my first group that needs payment. */
export function SubscribeScreen({ user }: { user: User | undefined }) {
  const groups = useEndpoint(myGroups, {})
  const reading = { user, error: groups.error, onRetry: () => void groups.refetch() }
  if (groups.data === undefined || user === undefined) {
    return <Subscribe group={undefined} {...reading} />
  }
  const now = new Date()
  const group = groupToPayOf(groups.data, user.id, now)
  if (group) return <Subscribe group={group} {...reading} />
  return (
    <SubscribePage>
      <NoTrialGroup ended={endedGroupsOf(groups.data, user.id, now)} />
    </SubscribePage>
  )
}

/** Shown when no running group of the golfer's needs a payment. Expired groups can still be paid for. */
function NoTrialGroup({ ended }: { ended: readonly GroupSummary[] }) {
  return (
    <Notice
      title="No Trial Group Found"
      action={
        <div className="flex flex-col items-center gap-3">
          {ended.map(({ id, slug, name }) => (
            <Link
              key={id}
              href={pathTo('groupSubscribe', { slug })}
              className={`${buttonClass('primary')} wrap-anywhere`}
            >
              Subscribe for {name}
            </Link>
          ))}
          <Link
            href={pathTo('dashboard')}
            className={buttonClass(ended.length === 0 ? 'primary' : 'outline')}
          >
            Go to My Golf
          </Link>
        </div>
      }
    >
      <p>No trial groups found that need upgrading.</p>
      {ended.length > 0 && (
        <p className="mt-2">
          The time of {ended.length === 1 ? 'a group' : 'groups'} of yours is over, and can be
          renewed:
        </p>
      )}
    </Notice>
  )
}
