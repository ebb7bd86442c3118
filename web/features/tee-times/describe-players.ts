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

/** Whom a player takes along when they leave: 'Dave Stone and Eve Moss leave'; empty for nobody. */
export function describeGuestsOf(card: TeeTime, golferId: number): string {
  const names = card.guests
    .filter(({ hostId }) => hostId === golferId)
    .map(({ name }) => capitalised(name))
  if (names.length === 0) return ''
  return `${new Intl.ListFormat('en-US').format(names)} ${names.length === 1 ? 'leaves' : 'leave'}`
}
