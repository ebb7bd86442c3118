import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idInAddress, localTime, personName } from './fields.ts'
import { teeTime } from './tee-times.ts'

export const holdForm = z.object({
  /** Whom the spot is for: a member, or anybody by name. */
  golferId: z.optional(id),
  name: z.optional(personName('A name is required')),
  /** Until when, by the group's clock: today, or the tee time's own day where that is later. */
  until: z.object({ date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), time: localTime }),
})

export const holdSpot = endpoint({
  method: 'POST',
  path: '/api/tee-times/{id}/holds',
  summary: 'Hold an open spot of my tee time for somebody, until a time; then it opens by itself',
  params: z.object({ id: idInAddress }),
  body: holdForm,
  answer: teeTime,
  status: 201,
})

export const releaseHold = endpoint({
  method: 'DELETE',
  path: '/api/tee-times/{id}/holds/{holdId}',
  summary: 'Open a spot of my tee time that is held; who it is held for may pass on it, too',
  params: z.object({ id: idInAddress, holdId: idInAddress }),
  answer: teeTime,
})
