import {
  callableAt,
  canCall,
  isBeforeCutOff,
  needsGuard,
  spotsFilled,
} from '../../../contract/deadlines.ts'
import { isFull, spotsTaken, type TeeTime } from '../../../contract/tee-times.ts'
import { describeUntil } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { useCallForPlayers } from './deadline-queries.ts'
import { useEditTeeTime } from './queries.ts'
import { detailsOf } from './tee-time-form.ts'

interface DeadlineGuardProps {
  readonly card: TeeTime
  readonly golferId: number
  /** The group's; undefined while loading. */
  readonly timeZone: string | undefined
  readonly now: Date
}

const nothing = () => undefined

/** Around the cut-off, lets the creator alert the group about open spots or drop a spot. */
export function DeadlineGuard({ card, golferId, timeZone, now }: DeadlineGuardProps) {
  const call = useCallForPlayers(card, golferId)
  const edit = useEditTeeTime(card, { onSaved: nothing, onOutOfDate: nothing })
  if (!card.cutOff || !needsGuard(card, golferId, now)) return null

  const isBefore = isBeforeCutOff(card, now)
  const wasCalled = callableAt(card) > now.getTime()
  const fewer = card.maxPlayers - 1
  const canDrop = isBefore && fewer >= Math.max(1, spotsTaken(card)) && !isFull(card)
  const filled = `${spotsFilled(card)} of ${card.maxPlayers} filled`
  const drop = () =>
    edit.mutate({
      typed: { ...detailsOf(card), maxPlayers: fewer },
      changes: { maxPlayers: fewer },
      version: card.version,
      requesterId: golferId,
    })
  return (
    <div className="rounded-[0.625rem] bg-sand-soft px-3 py-2.5 text-sm">
      <p className="wrap-anywhere">
        <strong className="font-semibold">{filled}.</strong>{' '}
        {isBefore
          ? `Cut-off ${describeUntil(card.cutOff.at, timeZone, now)}.`
          : 'The cut-off is past.'}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2 empty:hidden">
        {wasCalled && card.cutOff.calledAt ? (
          <p className="flex min-h-11 items-center text-muted">
            Group alerted at {describeUntil(card.cutOff.calledAt, timeZone, now)}
          </p>
        ) : (
          canCall(card, golferId, now) && (
            <Button
              ref={passFocusOn}
              look="outline"
              className="flex-1"
              pending={call.isPending}
              onClick={() => call.mutate()}
            >
              {call.isPending ? 'Alerting...' : 'Alert the Group'}
            </Button>
          )
        )}
        {canDrop && (
          <Button
            ref={passFocusOn}
            look="outline"
            className="flex-1"
            pending={edit.isPending}
            onClick={drop}
          >
            {edit.isPending ? 'Dropping...' : 'Drop a Spot'}
          </Button>
        )}
      </div>
    </div>
  )
}
