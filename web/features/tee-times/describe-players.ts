import { capitalised } from '../../../contract/names.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'

/** Who plays, but for one golfer: 'Ben Adams, Cleo Vance (your guest)'; empty for nobody. */
export function namesOn(card: TeeTime, except: number): string {
  const players = card.participants.filter(({ id }) => id !== except)
  const guests = card.guests.map(({ name, hostId, hostName }) => {
    const host = hostId === except ? 'your' : `${capitalised(hostName)}'s`
    return `${capitalised(name)} (${host} guest)`
  })
  return [...players.map(({ name }) => capitalised(name)), ...guests].join(', ')
}
