import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, localDate, localTime, personName } from './fields.ts'
import { teeTime } from './tee-times.ts'

/** An offer lasts this long, depending on how soon tee-off is. Quiet hours do not count toward this time. */
export const OFFER_MINUTES = [
  { whenWithinHours: 3, minutes: 10 },
  { whenWithinHours: 24, minutes: 30 },
  { whenWithinHours: Number.POSITIVE_INFINITY, minutes: 120 },
] as const
/** Exception: if tee-off is within this many hours, quiet hours count toward the time of an offer, too. */
export const OFFER_IGNORES_QUIET_WITHIN_HOURS = 12
export const MAX_WAITING = 50

export const joinWaitingList = endpoint('POST', '/api/tee-times/{id}/wait', {
  summary:
    'Join the waiting list of a full tee time; doing so again keeps my place and updates `autoAccept`',
  body: z.optional(
    z.object({
      golferId: z.optional(id),
      /** If true, the server claims a freed spot without asking. If omitted, my earlier choice stays. */
      autoAccept: z.optional(z.boolean()),
      /** If true, only updates `autoAccept`, and never adds me to the list. */
      onlyIfWaiting: z.optional(z.boolean()),
    }),
  ),
  response: teeTime,
})

const waitingEntry = z.object({ teeTimeId: id, autoAccept: z.boolean() })
export type WaitingEntry = z.output<typeof waitingEntry>

export const listMyWaitingEntries = endpoint('GET', '/api/my-lines', {
  summary: 'My places on waiting lists, and whether an open spot is taken for me automatically',
  response: z.array(waitingEntry),
})

export const leaveWaitingList = endpoint('POST', '/api/tee-times/{id}/unwait', {
  summary: 'Leave the waiting list, or decline the spot that is offered to me',
  body: z.optional(z.object({ golferId: z.optional(id) })),
  response: teeTime,
})

export const guestForm = z.object({ name: personName("The guest's name is required") })

export const bringGuest = endpoint('POST', '/api/tee-times/{id}/guests', {
  summary: 'Add a guest to a round I play in, in an open spot or the one reserved for that name',
  body: guestForm,
  response: teeTime,
  status: 201,
  once: true,
})

export const removeGuest = endpoint('DELETE', '/api/tee-times/{id}/guests/{guestId}', {
  summary: 'Remove my guest; the creator can, too',
  response: teeTime,
})

export const reserveSpot = endpoint('POST', '/api/tee-times/{id}/holds', {
  summary:
    'Reserve an open spot of my tee time for someone until a given time; then it opens automatically',
  /** `date` and `time` are the end of the reservation, local to the group. */
  body: z
    .object({
      forGolferId: z.optional(id),
      name: z.optional(personName('A name is required')),
      date: localDate,
      time: localTime,
    })
    .check(
      z.refine(
        ({ forGolferId, name }) => (forGolferId === undefined) !== (name === undefined),
        'Pick a golfer or enter a name',
      ),
    ),
  response: teeTime,
  status: 201,
  once: true,
})

export const releaseReservation = endpoint('DELETE', '/api/tee-times/{id}/holds/{reservationId}', {
  summary: 'End a reservation of my tee time, or one for me; the spot opens',
  response: teeTime,
})
