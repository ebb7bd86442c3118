import { capitalised } from '../../../contract/names.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'

/** Who plays, but for one golfer: 'Ben Adams, Cleo Vance'; empty for nobody. */
export function namesOn(card: TeeTime, except: number): string {
  return card.participants
    .filter(({ id }) => id !== except)
    .map(({ name }) => capitalised(name))
    .join(', ')
}
