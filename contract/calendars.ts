import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, idParams, instant } from './fields.ts'

/** When my feed's address was created; null without one. The address itself cannot be shown again. */
export const myCalendar = z.object({ madeAt: z.nullable(instant) })
export type MyCalendar = z.output<typeof myCalendar>

export const readMyCalendar = endpoint({
  method: 'GET',
  path: '/api/my-calendar',
  summary: 'Whether my rounds can be read at an address by calendars',
  answer: myCalendar,
})

/** The new address, which is shown only once. */
export const newCalendar = z.object({ address: z.string(), madeAt: instant })
export type NewCalendar = z.output<typeof newCalendar>

export const makeMyCalendar = endpoint({
  method: 'POST',
  path: '/api/my-calendar',
  summary:
    'Make an address for calendars to read my rounds at; the one before it ends. 409 OUT_OF_DATE when `replaces` is not the one that stands',
  body: z.optional(
    z.object({
      /** The `madeAt` of the address to replace, null if there is none. Leave it out to replace any. */
      replaces: z.optional(z.nullable(instant)),
    }),
  ),
  answer: newCalendar,
  status: 201,
})

export const endMyCalendar = endpoint({
  method: 'DELETE',
  path: '/api/my-calendar',
  summary: 'End the address that calendars read my rounds at; ending none changes nothing',
  answer: done,
})

/** Calendar programs have no session, so anyone who knows the address can read the feed. */
export const readFeed = endpoint({
  method: 'GET',
  path: '/calendar/{token}.ics',
  summary: "A golfer's rounds for calendar programs (RFC 5545)",
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  answer: z.string(),
})

export const downloadRound = endpoint({
  method: 'GET',
  path: '/api/tee-times/{id}/calendar.ics',
  summary: 'A tee time as a file for a calendar (RFC 5545)',
  params: idParams,
  answer: z.string(),
})
