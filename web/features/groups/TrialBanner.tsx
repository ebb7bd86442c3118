import X from 'lucide-react/icons/x'
import { Link } from 'wouter'
import type { GroupDetail } from '../../../contract/groups.ts'
import { TRIAL_WARNING_DAYS } from '../../../contract/limits.ts'
import { plural } from '../../lib/counts.ts'
import { pathTo } from '../../lib/paths.ts'

interface TrialBannerProps {
  readonly group: GroupDetail
  readonly days: number
  readonly onDismiss: () => void
}

/** Shows the owner when the trial ends. */
export function TrialBanner({ group, days, onDismiss }: TrialBannerProps) {
  return (
    <section
      aria-label="Trial"
      data-warning={days <= TRIAL_WARNING_DAYS || undefined}
      className="trial-banner"
    >
      <p className="min-w-0 flex-1 py-2 leading-snug font-semibold">
        Trial expires in {plural(days, 'day')}
      </p>
      <Link href={pathTo('groupSubscribe', { slug: group.slug })} className="trial-upgrade">
        Upgrade
      </Link>
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden size={20} />
      </button>
    </section>
  )
}
