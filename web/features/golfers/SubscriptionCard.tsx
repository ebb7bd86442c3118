import BadgeCheck from 'lucide-react/icons/badge-check'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { Link } from 'wouter'
import type { GroupDetail } from '../../../contract/groups.ts'
import { pathTo } from '../../shell/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { useNowAround } from '../../ui/now.ts'
import { describeSubscription } from './describe-subscription.ts'

/** How the group is paid for, as its owner sees it. */
export function SubscriptionCard({ group }: { group: GroupDetail }) {
  const now = useNowAround(group.expiryDate === null ? 0 : Date.parse(group.expiryDate))
  const { title, isPaid, isOver } = describeSubscription(group, now)
  const Icon = isPaid ? BadgeCheck : CalendarClock
  return (
    <section aria-label="Subscription" className="sheet p-4">
      <div className="flex items-center gap-3">
        <Icon
          aria-hidden
          size={22}
          className={`shrink-0 ${isOver ? 'text-flag' : isPaid ? 'text-fairway' : 'text-sand'}`}
        />
        <h2 className={`font-semibold ${isOver ? 'text-flag' : ''}`}>{title}</h2>
      </div>
      {isOver && (
        <p className="mt-1 text-sm text-muted">
          Posting, claiming and adding members wait for a subscription.
        </p>
      )}
      {!isPaid && (
        <Link
          href={pathTo('groupSubscribe', { slug: group.slug })}
          className={`${buttonClass(isOver ? 'primary' : 'outline')} mt-3 w-full`}
        >
          Upgrade to Paid
        </Link>
      )}
    </section>
  )
}
