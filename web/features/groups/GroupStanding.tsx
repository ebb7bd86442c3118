import { useState } from 'react'
import { Link } from 'wouter'
import { type GroupDetail, isSubscribed, usableUntil } from '../../../contract/groups.ts'
import { pathTo } from '../../shell/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { useNowAround } from '../../ui/now.ts'
import { describeFailedPayment, describePause } from './describe-pause.ts'
import { TrialBanner } from './TrialBanner.tsx'
import { trialDays } from './trial-days.ts'

interface GroupStandingProps {
  readonly group: GroupDetail
  /** Undefined while the user is loading. */
  readonly golferId: number | undefined
}

/**
 * How a group's time stands, above the tabs, where it pushes nothing away when it comes: to the
 * owner the days of the trial, or that a payment failed; to everybody that the time is over.
 */
export function GroupStanding({ group, golferId }: GroupStandingProps) {
  const now = useNowAround(usableUntil(group)?.getTime() ?? 0)
  const [dismissed, dismiss] = useDismissed(`trialDismissed:${group.id}`)
  if (golferId === undefined) return null
  const isMine = group.ownerId === golferId
  const days = isMine && !dismissed ? trialDays(group, now) : null
  const paused = !isSubscribed(group, now)
  const failed = isMine && !paused && group.subscriptionStatus === 'past_due'
  if (days === null && !paused && !failed) return null
  return (
    <div className="standing">
      {paused && (
        <Note
          label="Paused"
          words={describePause(group, golferId)}
          slug={group.slug}
          // One way to pay is enough: the banner has it.
          way={isMine && days === null ? 'Subscribe' : undefined}
        />
      )}
      {failed && (
        <Note
          label="Payment failed"
          words={describeFailedPayment(group)}
          slug={group.slug}
          way="Pay"
        />
      )}
      {days !== null && <TrialBanner group={group} days={days} onDismiss={dismiss} />}
    </div>
  )
}

interface NoteProps {
  readonly label: string
  readonly words: string
  readonly slug: string
  /** What the link to pay says; undefined where there is none. */
  readonly way: string | undefined
}

function Note({ label, words, slug, way }: NoteProps) {
  return (
    <section aria-label={label} className="standing-note">
      <p className="min-w-0 flex-1 py-2 text-sm leading-snug wrap-anywhere">{words}</p>
      {way !== undefined && (
        <Link href={pathTo('groupSubscribe', { slug })} className={buttonClass('primary')}>
          {way}
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
