import { type ReactNode, useState } from 'react'
import { capitalised } from '../../../contract/names.ts'
import type { User } from '../../../contract/sessions.ts'
import { canCancel, hasTeedOff, isFull, type TeeTime } from '../../../contract/tee-times.ts'
import { Button } from '../../ui/Button.tsx'
import { shortDate, shortTime } from '../../ui/local-date.ts'
import { useNowAround } from '../../ui/now.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { DateLeaf, TeeOff } from './DateLeaf.tsx'
import { Slots } from './Slots.tsx'
import { SpotButton } from './SpotButton.tsx'
import { SpotsLeft } from './SpotsLeft.tsx'

const CancelDialog = onDemand(() => import('./CancelDialog.tsx').then((part) => part.CancelDialog))

interface TeeTimeCardProps {
  readonly card: TeeTime
  /** Undefined while the user is loading. */
  readonly user: User | undefined
  readonly isOwner: boolean
  /** A super admin who only looks plays no part in it. */
  readonly isMember: boolean
  readonly weather: ReactNode
}

export function TeeTimeCard(props: TeeTimeCardProps) {
  const { card, user, isOwner, isMember, weather } = props
  const now = useNowAround(Date.parse(card.startsAt))
  const full = isFull(card)
  return (
    <article
      aria-label={`${card.course}, ${shortDate(card.date)}, ${shortTime(card.time)}`}
      data-full={full || undefined}
      className="sheet tee-time flex flex-col gap-3 p-4"
    >
      <div className="flex items-start gap-3">
        <DateLeaf date={card.date} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-2">
            <TeeOff time={card.time} />
            <Standing card={card} teedOff={hasTeedOff(card, now)} />
          </div>
          <h3 className="mt-0.5 leading-snug font-semibold wrap-anywhere">{card.course}</h3>
        </div>
      </div>
      <Slots card={card} golferId={user?.id} />
      {card.notes && (
        <p className="border-l-3 border-ball pl-3 text-sm whitespace-pre-line wrap-anywhere">
          {card.notes}
        </p>
      )}
      {weather}
      <p className="text-sm text-muted wrap-anywhere">Posted by {capitalised(card.creator.name)}</p>
      {!isMember ? null : user ? (
        <div className="flex gap-2 empty:hidden">
          <SpotButton card={card} golferId={user.id} now={now} />
          {canCancel(card, user.id, isOwner) && <CancelControl card={card} golferId={user.id} />}
        </div>
      ) : (
        <p className="grid min-h-11 place-items-center text-sm text-muted">Loading user data...</p>
      )}
    </article>
  )
}

function Standing({ card, teedOff }: { card: TeeTime; teedOff: boolean }) {
  if (teedOff) return <span className="chip bg-sunken">Teed off</span>
  return <SpotsLeft card={card} />
}

interface CancelControlProps {
  readonly card: TeeTime
  readonly golferId: number
}

function CancelControl({ card, golferId }: CancelControlProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="danger-quiet"
        onPointerEnter={CancelDialog.preload}
        onClick={() => setAsking(true)}
      >
        Cancel
      </Button>
      {asking && (
        <CancelDialog
          card={card}
          golferId={golferId}
          onClose={() => setAsking(false)}
          onFailure={() => setAsking(false)}
        />
      )}
    </>
  )
}
