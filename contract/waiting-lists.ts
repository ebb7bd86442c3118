import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idParams } from './fields.ts'
import { teeTime } from './tee-times.ts'

/**
 * How long a spot that comes free is held for who is first in line: by how soon it is tee-off. Quiet
 * hours do not count, unless tee-off is near.
 */
export const HOLD_MINUTES = [
  { whenWithinHours: 3, minutes: 10 },
  { whenWithinHours: 24, minutes: 30 },
  { whenWithinHours: Number.POSITIVE_INFINITY, minutes: 120 },
] as const
/** With tee-off so near, a hold runs through quiet hours. */
export const HOLD_RUNS_WITHIN_HOURS = 12
/** More than this in line for one tee time is no line any more. */
export const MAX_WAITING = 50

export const waitForSpot = endpoint({
  method: 'POST',
  path: '/api/tee-times/{id}/wait',
  summary:
    'Join the waiting list of a full tee time; doing so again keeps my place, and takes `takeIt` anew',
  params: idParams,
  body: z.optional(
    z.object({
      golferId: z.optional(id),
      /** Take the spot that comes free for me, without asking; left out: as I said before. */
      takeIt: z.optional(z.boolean()),
    }),
  ),
  answer: teeTime,
})

/** Nobody else is told whom a spot is taken for without asking. */
const myLine = z.object({ teeTimeId: id, takeIt: z.boolean() })
export type MyLine = z.output<typeof myLine>

export const listMyLines = endpoint({
  method: 'GET',
  path: '/api/my-lines',
  summary: 'The tee times that I wait for, and whether their spot is to be taken for me',
  answer: z.array(myLine),
})

export const stopWaiting = endpoint({
  method: 'POST',
  path: '/api/tee-times/{id}/unwait',
  summary: 'Leave the waiting list, or pass on the spot that is held for me',
  params: idParams,
  body: z.optional(z.object({ golferId: z.optional(id) })),
  answer: teeTime,
})
