import { useId, useRef, useState } from 'react'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { useMyLine, useTakeIt } from './line-queries.ts'

interface TakeItSwitchProps {
  readonly card: TeeTime
  readonly golferId: number
}

/** Switch for a golfer on the waiting list: take a free spot automatically, or ask first. */
export function TakeItSwitch({ card, golferId }: TakeItSwitchProps) {
  const id = useId()
  const line = useMyLine(card)
  const change = useTakeIt(card, golferId)
  // Set from the tap until the answer. After several taps, the last one counts.
  const [chosen, setChosen] = useState<boolean>()
  const wanted = useRef<boolean>(undefined)
  if (line.isFailed) return null
  const shown = chosen ?? line.takeIt

  const settle = () => {
    wanted.current = undefined
    setChosen(undefined)
  }
  const save = (takeIt: boolean) =>
    change.mutate(takeIt, {
      onSuccess: () => {
        if (wanted.current === undefined || wanted.current === takeIt) settle()
        else save(wanted.current)
      },
      onError: settle,
    })
  const choose = (takeIt: boolean) => {
    const isUnderWay = wanted.current !== undefined
    wanted.current = takeIt
    setChosen(takeIt)
    if (!isUnderWay) save(takeIt)
  }
  return (
    <div className="flex min-h-11 w-full items-center justify-between gap-3 text-sm leading-snug">
      <label htmlFor={id} className="cursor-pointer py-2">
        <span className="font-semibold text-ink">Take it for me</span> when it is my turn
      </label>
      <input
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox brings its own state.
        role="switch"
        className="switch"
        // Disabled rather than hidden while loading, to avoid a layout shift.
        disabled={shown === undefined}
        checked={shown ?? false}
        onChange={(event) => choose(event.target.checked)}
      />
    </div>
  )
}
