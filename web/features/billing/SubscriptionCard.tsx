import BadgeCheck from 'lucide-react/icons/badge-check'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Link } from 'wouter'
import type { GroupSubscription } from '../../../contract/billing.ts'
import { type GroupDetail, usableUntil } from '../../../contract/groups.ts'
import { useNowAround } from '../../lib/now.ts'
import { pathTo } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { describeSubscription } from './describe-subscription.ts'
import { useManageSubscription } from './manage-subscription.ts'

const LOOKS = {
  paid: { Icon: BadgeCheck, color: 'text-fairway' },
  running: { Icon: CalendarClock, color: 'text-sand' },
  warning: { Icon: TriangleAlert, color: 'text-flag' },
} as const

interface SubscriptionCardProps {
  readonly group: GroupDetail
  /** Undefined if it couldn't be loaded. The group has most of the information. */
  readonly subscription: GroupSubscription | undefined
}

/** Shows the owner how the group is paid for. */
export function SubscriptionCard({ group, subscription }: SubscriptionCardProps) {
  const now = useNowAround(usableUntil(group)?.getTime() ?? 0)
  const { title, detail, look, pay } = describeSubscription(group, subscription, now)
  const { Icon, color } = LOOKS[look]
  const isWarning = look === 'warning'
  return (
    <section aria-label="Subscription" className="sheet p-4">
      <div className="flex items-center gap-3">
        <Icon aria-hidden size={22} className={`shrink-0 ${color}`} />
        <h2 className={`font-semibold ${isWarning ? 'text-flag' : ''}`}>{title}</h2>
      </div>
      {detail !== undefined && <p className="mt-1 text-sm text-muted">{detail}</p>}
      <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
        {pay !== undefined && (
          <Link
            href={pathTo('groupSubscribe', { slug: group.slug })}
            className={`${buttonClass(isWarning ? 'primary' : 'outline')} flex-1`}
          >
            {pay}
          </Link>
        )}
        {subscription?.canManage && <ManageButton groupId={group.id} />}
      </div>
    </section>
  )
}

function ManageButton({ groupId }: { groupId: number }) {
  const manage = useManageSubscription(groupId)
  return (
    <Button
      look="outline"
      className="flex-1"
      pending={manage.isPending}
      onClick={() => manage.mutate()}
    >
      {manage.isPending ? 'Opening...' : 'Manage'}
      <span className="sr-only"> subscription</span>
    </Button>
  )
}
