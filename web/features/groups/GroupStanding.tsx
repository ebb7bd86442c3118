import { useState } from 'react'
import { Link } from 'wouter'
import { type GroupDetail, isSubscribed } from '../../../contract/groups.ts'
import { pathTo } from '../../shell/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { useNowAround } from '../../ui/now.ts'
import { describePause } from './describe-pause.ts'
import { TrialBanner } from './TrialBanner.tsx'
import { trialDays } from './trial-days.ts'

interface GroupStandingProps {
  readonly group: GroupDetail
  /** Undefined while the user is loading. */
  readonly golferId: number | undefined
}

/**
 * How a group's time stands, above the tabs, where it pushes nothing away when it comes: to the
 * owner the days of the trial, to everybody that the time is over.
 */
export function GroupStanding({ group, golferId }: GroupStandingProps) {
  const now = useNowAround(group.expiryDate === null ? 0 : Date.parse(group.expiryDate))
  const [dismissed, dismiss] = useDismissed(`trialDismissed:${group.id}`)
  if (golferId === undefined) return null
  const days = group.ownerId === golferId && !dismissed ? trialDays(group, now) : null
  const paused = !isSubscribed(group, now)
  if (days === null && !paused) return null
  return (
    <div className="standing">
      {paused && (
        <Paused
          group={group}
          golferId={golferId}
          // One way to pay is enough: the banner has it.
          canSubscribe={group.ownerId === golferId && days === null}
        />
      )}
      {days !== null && <TrialBanner group={group} days={days} onDismiss={dismiss} />}
    </div>
  )
}

interface PausedProps {
  readonly group: GroupDetail
  readonly golferId: number
  readonly canSubscribe: boolean
}

function Paused({ group, golferId, canSubscribe }: PausedProps) {
  return (
    <section aria-label="Paused" className="standing-note">
      <p className="min-w-0 flex-1 py-2 text-sm leading-snug wrap-anywhere">
        {describePause(group, golferId)}
      </p>
      {canSubscribe && (
        <Link
          href={pathTo('groupSubscribe', { slug: group.slug })}
          className={buttonClass('primary')}
        >
          Subscribe
        </Link>
      )}
    </section>
  )
}

/** Whether something was dismissed since this tab was opened. */
function useDismissed(key: string): readonly [boolean, () => void] {
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(key) !== null)
  const dismiss = () => {
    sessionStorage.setItem(key, '')
    setDismissed(true)
  }
  return [dismissed, dismiss]
}
