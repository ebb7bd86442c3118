import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, idParams, instant } from './fields.ts'

/** The address of my feed, as far as it can be told again: when it was made; null for none. */
export const myCalendar = z.object({ madeAt: z.nullable(instant) })
export type MyCalendar = z.output<typeof myCalendar>

export const readMyCalendar = endpoint({
  method: 'GET',
  path: '/api/my-calendar',
  summary: 'Whether my rounds can be read at an address by calendars',
  answer: myCalendar,
})

/** The address, which is told this once. */
export const newCalendar = z.object({ address: z.string(), madeAt: instant })
export type NewCalendar = z.output<typeof newCalendar>

export const makeMyCalendar = endpoint({
  method: 'POST',
  path: '/api/my-calendar',
  summary:
    'Make an address for calendars to read my rounds at; the one before it ends. 409 OUT_OF_DATE when `replaces` is not the one that stands',
  body: z.optional(
    z.object({
      /** The `madeAt` of the address that is to end, null for none; left out, whichever there is. */
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

/** A calendar program has no session: whoever knows the address may read. */
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
