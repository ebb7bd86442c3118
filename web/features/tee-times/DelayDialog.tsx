import { useState } from 'react'
import {
  DELAY_STEP_MINUTES,
  delayMorning,
  LATE_MINUTES,
  MAX_DELAY_MINUTES,
  reportLate,
} from '../../../contract/delays.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { refetchLiveData } from '../../lib/refetch-stale.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmButtons, Dialog } from '../../ui/Dialog.tsx'
import { StepButtons } from '../../ui/Stepper.tsx'
import { type CardDialogProps, nameOf } from './CardParts.tsx'
import { cardIn } from './queries.ts'

export function DelayDialog(
  props: CardDialogProps & { title: string; offersDelay: boolean; offersLate: boolean },
) {
  const { title, offersDelay, offersLate, ...cardDialogProps } = props
  const partProps = { ...cardDialogProps, isOneOfTwo: offersDelay && offersLate }
  return (
    <Dialog
      title={title}
      description={nameOf(cardDialogProps.card)}
      onClose={cardDialogProps.onClose}
    >
      <div className="divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
        {offersLate && <RunningLate {...partProps} />}
        {offersDelay && <FrostDelay {...partProps} />}
        {!offersLate && !offersDelay && (
          <p>This tee time has started or changed, so you can't report a delay anymore.</p>
        )}
      </div>
    </Dialog>
  )
}

type PartProps = CardDialogProps & { isOneOfTwo: boolean }

function RunningLate({ card, golferId, onClose, isOneOfTwo }: PartProps) {
  const report = useAction({
    run: (minutes: (typeof LATE_MINUTES)[number]) =>
      call(reportLate, { params: { id: card.id }, body: { minutes, golferId } }),
    success: {
      title: 'Players Notified',
      description: "We let your playing partners know you're running late.",
    },
    failure: { title: 'Failed to Notify Players', doing: 'notifying the others' },
    onSuccess: onClose,
    onError: refetchLiveData,
  })
  const otherCount = card.participants.length - 1
  return (
    <section aria-label="Running Late">
      {isOneOfTwo && <h3 className="font-semibold">Running Late</h3>}
      <p className="text-sm text-muted">
        Pick one, and we'll notify{' '}
        {otherCount === 1 ? 'the other player' : `the other ${otherCount} players`} and no one else.
      </p>
      <div className="mt-3 flex flex-col gap-2">
        {LATE_MINUTES.map((minutes) => (
          <Button
            key={minutes}
            look="outline"
            pending={report.isPending}
            onClick={() => report.mutate(minutes)}
          >
            Running {minutes} Min Late
          </Button>
        ))}
      </div>
    </section>
  )
}

const DEFAULT_MINUTES = 45

function FrostDelay({ card, golferId, onClose, isOneOfTwo }: PartProps) {
  const [minutes, setMinutes] = useState(DEFAULT_MINUTES)
  const [state, setState] = useState<'asking' | 'kept'>()
  // Don't send `card.version`, which live updates change: a retry after a lost response must not delay twice.
  const [version, setVersion] = useState(card.version)
  const delay = useAction({
    run: () =>
      call(delayMorning, {
        params: { id: card.id },
        body: { minutes, version, requesterId: golferId },
      }),
    success: {
      title: 'Tee Times Delayed',
      description: 'We sent everyone involved the new times.',
    },
    failure: { title: 'Failed to Delay Tee Times', doing: 'delaying the tee times' },
    onSuccess: onClose,
    onError: (error) => setVersion(cardIn(error)?.version ?? version),
    onSettled: refetchLiveData,
  })
  return (
    <section aria-label="Frost Delay">
      {isOneOfTwo && <h3 className="font-semibold">Frost Delay</h3>}
      <p className="text-sm text-muted">
        We'll move this morning's remaining tee times at {card.course} and notify the players, the
        posters, and anyone waiting or with a reserved spot.
      </p>
      {state === 'asking' ? (
        <fieldset className="mt-3">
          <legend className="text-sm text-balance wrap-anywhere">
            <span className="block font-semibold">
              Delay the tee times at {card.course} by {minutes} minutes?
            </span>
            To undo this, the golfer who posted each tee time has to edit it.
          </legend>
          <ConfirmButtons
            autoFocus
            keepLabel="Keep Times"
            confirmLabel="Delay Tee Times"
            pendingLabel="Delaying..."
            action={delay}
            onKeep={() => setState('kept')}
          />
        </fieldset>
      ) : (
        <>
          <output className="sr-only">{minutes} minutes</output>
          <StepButtons
            className="mt-3 items-center gap-2"
            labels={[`${DELAY_STEP_MINUTES} minutes less`, `${DELAY_STEP_MINUTES} minutes more`]}
            isAtMin={minutes === DELAY_STEP_MINUTES}
            isAtMax={minutes === MAX_DELAY_MINUTES}
            onStep={(by) => setMinutes(minutes + by * DELAY_STEP_MINUTES)}
          >
            <Button
              autoFocus={state === 'kept'}
              className="flex-1 tabular-nums"
              onClick={() => setState('asking')}
            >
              Delay by {minutes} Min
            </Button>
          </StepButtons>
        </>
      )}
    </section>
  )
}
