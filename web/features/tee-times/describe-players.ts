import { capitalised } from '../../../contract/names.ts'
import { isFull, type TeeTime } from '../../../contract/tee-times.ts'

/** Who plays, but for one golfer: 'Ben Adams, Cleo Vance'; empty for nobody. */
export function namesOn(card: TeeTime, except: number): string {
  return card.participants
    .filter(({ id }) => id !== except)
    .map(({ name }) => capitalised(name))
    .join(', ')
}

/** '2 open', as the card itself says it, or 'full'. */
export function spotsLeft(card: TeeTime): string {
  return isFull(card) ? 'full' : `${card.availableSpots} open`
}
