import { owesSpotOnLeaving } from '../../../contract/cut-offs.ts'
import { capitalized } from '../../../contract/names.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'

/** Lists who plays, except one golfer: 'Ben Adams, Cleo Vance (your guest)'; empty for nobody. */
export function namesOn(card: TeeTime, except: number): string {
  const players = card.participants.filter(({ id }) => id !== except)
  const guests = card.guests.map(({ name, hostId, hostName }) => {
    const host = hostId === except ? 'your' : `${capitalized(hostName)}'s`
    return `${capitalized(name)} (${host} guest)`
  })
  return [...players.map(({ name }) => capitalized(name)), ...guests].join(', ')
}

/** Describes the consequences if a player leaves: 'Dave Stone leaves with you.'; empty for none. */
export function describeLeaving(card: TeeTime, golferId: number, now: Date): string {
  const names = card.guests
    .filter(({ hostId }) => hostId === golferId)
    .map(({ name }) => capitalized(name))
  const along = new Intl.ListFormat('en-US').format(names)
  const spots = names.length === 0 ? 'your spot' : 'the spots'
  return [
    ...(names.length === 0
      ? []
      : [`${along} ${names.length === 1 ? 'leaves' : 'leave'} with you.`]),
    ...(owesSpotOnLeaving(card, now)
      ? [`The cut-off is past: you stay on the hook until somebody takes ${spots}.`]
      : []),
  ].join(' ')
}
