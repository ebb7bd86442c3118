import * as z from 'zod/mini'
import { alertKind } from './alerts.ts'
import { textStanding } from './consents.ts'
import { endpoint } from './endpoint.ts'
import { id, localTime, timeZone, wordInAddress } from './fields.ts'

/** How a kind of event reaches a golfer. Texts and notifications that cannot be sent go by email. */
export const alertChannel = z.enum(['text', 'push', 'email', 'off'])
export type AlertChannel = z.output<typeof alertChannel>

export const DEFAULT_CHANNEL: AlertChannel = 'text'
export const DEFAULT_QUIET_HOURS = { from: '21:00', to: '08:00' } as const

const channels = z.record(alertKind, alertChannel)

/** Local times of the golfer; none when both are the same. */
const quietHours = z.object({ from: localTime, to: localTime })

export const choices = z.object({
  channels,
  quietHours,
  /** IANA name; null is that of the group a message is about. */
  timeZone: z.nullable(z.string()),
})

export const preferences = z.extend(choices, {
  groups: z.array(z.object({ id, name: z.string(), slug: z.string(), muted: z.boolean() })),
  texts: z.object({
    standing: textStanding,
    /** The number that texts would go to, in E.164; null when the phone on the profile is none. */
    number: z.nullable(z.string()),
    /** Whether this house sends texts at all. */
    available: z.boolean(),
    /** The number that they come from, in E.164; null where that is not always the same one. */
    from: z.nullable(z.string()),
    /** No text goes out before a link that was mailed to the golfer has been used. */
    emailProven: z.boolean(),
  }),
  /** How many phones of mine are notified. */
  phones: z.int(),
})
export type Preferences = z.output<typeof preferences>

const preferencesForm = z.object({
  channels: z.optional(z.partialRecord(alertKind, alertChannel)),
  quietHours: z.optional(quietHours),
  timeZone: z.optional(z.nullable(timeZone)),
  /** Groups of mine; those that are left out stay as they are. */
  groups: z.optional(z.array(z.object({ id, muted: z.boolean() })).check(z.maxLength(1_000))),
  /** True is the ticked box; false takes the consent back. */
  textConsent: z.optional(z.boolean()),
  /** The number beside the box, in E.164: a consent is refused where it is another one by now. */
  textNumber: z.optional(z.string().check(z.maxLength(20))),
})

export const readPreferences = endpoint({
  method: 'GET',
  path: '/api/my-preferences',
  summary: 'What I am told of, and how',
  answer: preferences,
})

export const changePreferences = endpoint({
  method: 'PUT',
  path: '/api/my-preferences',
  summary: 'Choose what I am told of, and how; what is left out stays as it is',
  body: preferencesForm,
  answer: preferences,
})

/**
 * A link in a mail's footer, for which it takes no session: whoever holds the mail may use it. What is
 * no token is simply no link.
 */
const unsubscribeParams = z.object({
  token: wordInAddress,
  kind: alertKind,
})

export const readUnsubscribe = endpoint({
  method: 'GET',
  path: '/api/unsubscribe/{token}/{kind}',
  summary: 'How a kind of message comes to whoever holds a mail; browsers are sent to the screen',
  params: unsubscribeParams,
  answer: z.object({ channel: alertChannel }),
})

/** Mail programs call it on their own (RFC 8058), with whatever body: none is read. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/{token}/{kind}',
  summary: 'Switch a kind of message off',
  params: unsubscribeParams,
  answer: z.object({ channel: alertChannel }),
})
