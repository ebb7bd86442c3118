import ChevronRight from 'lucide-react/icons/chevron-right'
import Plus from 'lucide-react/icons/plus'
import { Link } from 'wouter'
import { type GroupSummary, isUnpaid } from '../../../contract/groups.ts'
import { EXPIRY_WARNING_DAYS } from '../../../contract/limits.ts'
import { capitalized } from '../../../contract/names.ts'
import { plural } from '../../lib/counts.ts'
import { pathTo } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/Links.tsx'
import { trialDays } from './SubscriptionNotices.tsx'

export function MyGroups({ groups, golferId }: { groups: GroupSummary[]; golferId: number }) {
  return (
    <section aria-labelledby="my-groups">
      <h2 id="my-groups" className="mb-3 font-display text-xl">
        My Groups
      </h2>
      <ul className="space-y-3">
        {groups.map((group) => (
          <li key={group.id}>
            <GroupLink group={group} isOwner={group.ownerId === golferId} />
          </li>
        ))}
      </ul>
      <CreateGroupLink look="outline" />
    </section>
  )
}

export function CreateGroupLink({ look }: { look: 'primary' | 'outline' }) {
  return (
    <ButtonLink
      href={pathTo('createGroup')}
      look={look}
      className={look === 'outline' ? 'mt-3 w-full' : ''}
    >
      <Plus size={20} />
      Create Golf Group
    </ButtonLink>
  )
}

function GroupLink({ group, isOwner }: { group: GroupSummary; isOwner: boolean }) {
  const warning = warningAbout(group, isOwner)
  return (
    <Link
      href={pathTo('group', { slug: group.slug })}
      className="sheet flex min-h-21 items-center gap-3 p-4 hover:border-edge"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-display text-lg leading-snug wrap-anywhere">
            {group.name}
          </span>
          {!group.isActive ? (
            <span className="chip bg-sunken">Turned off</span>
          ) : (
            warning && <span className="chip bg-flag-soft text-flag">{warning}</span>
          )}
        </span>
        <span className="block text-sm text-muted wrap-anywhere">
          {plural(group.memberCount, 'member')} ·{' '}
          {isOwner ? 'Owned by you' : `Owned by ${capitalized(group.ownerName)}`}
        </span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-muted" />
    </Link>
  )
}

function warningAbout(group: GroupSummary, isOwner: boolean): string | undefined {
  const now = new Date()
  if (isUnpaid(group, now)) return 'Paused'
  if (!isOwner) return undefined
  if (group.subscriptionStatus === 'past_due') return 'Payment failed'
  const days = trialDays(group, now)
  return days !== null && days <= EXPIRY_WARNING_DAYS ? `${plural(days, 'day')} left` : undefined
}
