import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, personName, urlId } from './fields.ts'
import { teeTime } from './tee-times.ts'

export const guestForm = z.object({ name: personName("The guest's name is required") })

export const bringGuest = endpoint({
  method: 'POST',
  path: '/api/tee-times/{id}/guests',
  summary: 'Add a guest to a round I play in, in an open spot or the one reserved for that name',
  params: idParams,
  body: guestForm,
  answer: teeTime,
  status: 201,
  once: true,
})

export const removeGuest = endpoint({
  method: 'DELETE',
  path: '/api/tee-times/{id}/guests/{guestId}',
  summary: 'Remove my guest; the creator can, too',
  params: z.object({ id: urlId, guestId: urlId }),
  answer: teeTime,
})
