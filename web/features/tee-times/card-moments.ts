import type { TeeTime } from '../../../contract/tee-times.ts'

/** When what a card shows changes by itself: at tee-off, and when what is held is held no more. */
export function momentsOf({ startsAt, holds, waiting }: TeeTime): number[] {
  return [
    startsAt,
    ...holds.map(({ until }) => until),
    ...waiting.flatMap(({ offeredUntil }) => offeredUntil ?? []),
  ].map((moment) => Date.parse(moment))
}
