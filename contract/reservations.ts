import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idParams, localDate, localTime, personName, urlId } from './fields.ts'
import { teeTime } from './tee-times.ts'

/** Who a spot is reserved for, a member or somebody by name, and until when, in the group's local time. */
const reservationForm = z
  .object({
    forGolferId: z.optional(id),
    name: z.optional(personName('A name is required')),
    date: localDate,
    time: localTime,
  })
  .check(
    z.refine(
      ({ forGolferId, name }) => (forGolferId === undefined) !== (name === undefined),
      'Say whom the spot is for',
    ),
  )

export const reserveSpot = endpoint({
  method: 'POST',
  path: '/api/tee-times/{id}/holds',
  summary:
    'Reserve an open spot of my tee time for somebody until a given time; then it opens automatically',
  params: idParams,
  body: reservationForm,
  answer: teeTime,
  status: 201,
  once: true,
})

export const releaseReservation = endpoint({
  method: 'DELETE',
  path: '/api/tee-times/{id}/holds/{reservationId}',
  summary: 'End a reservation of my tee time, or one for me; the spot opens',
  params: z.object({ id: urlId, reservationId: urlId }),
  answer: teeTime,
})
