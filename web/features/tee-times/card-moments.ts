import { callableAt, GUARD_SHOWN_HOURS } from '../../../contract/deadlines.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'

/** Returns the times when a card changes: around its cut-off, at tee-off, when reservations or offers end. */
export function momentsOf(card: TeeTime): number[] {
  const { startsAt, holds, waiting, cutOff } = card
  const atCutOff = cutOff && Date.parse(cutOff.at)
  const ofCutOff = atCutOff
    ? [atCutOff - GUARD_SHOWN_HOURS * 3_600_000, atCutOff, callableAt(card)]
    : []
  const others = [
    startsAt,
    ...holds.map(({ until }) => until),
    ...waiting.flatMap(({ offeredUntil }) => offeredUntil ?? []),
  ].map((moment) => Date.parse(moment))
  return [...ofCutOff, ...others]
}
