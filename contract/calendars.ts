import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'

export const myCalendarLink = z.object({ createdAt: z.nullable(instant) })
export type MyCalendarLink = z.output<typeof myCalendarLink>

export const readMyCalendar = endpoint('GET', '/api/my-calendar', {
  summary: 'Whether I have a calendar link',
  response: myCalendarLink,
})

export const createMyCalendar = endpoint('POST', '/api/my-calendar', {
  summary:
    'Create a calendar link for my rounds; the previous one stops working. 409 OUT_OF_DATE if `replaces` is not the current one',
  body: z.optional(
    z.object({
      /** The `createdAt` of the link to replace; null if there is none. If omitted, replaces any link. */
      replaces: z.optional(z.nullable(instant)),
    }),
  ),
  response: z.object({ address: z.string(), createdAt: instant }),
  status: 201,
})
export type NewCalendarLink = z.output<typeof createMyCalendar.response>

export const deleteMyCalendar = endpoint('DELETE', '/api/my-calendar', {
  summary: 'Turn off my calendar link; without one, nothing changes',
})

export const readFeed = endpoint('GET', '/calendar/{token}.ics', {
  summary: "A golfer's rounds for calendar programs (RFC 5545)",
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  response: z.string(),
})

export const downloadRound = endpoint('GET', '/api/tee-times/{id}/calendar.ics', {
  summary: 'A tee time as a calendar file (RFC 5545)',
  response: z.string(),
})
