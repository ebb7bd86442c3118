import * as z from 'zod/mini'
import { alertKind } from './alerts.ts'
import { endpoint } from './endpoint.ts'
import { id, localTime, timeZone, urlToken } from './fields.ts'

/**
 * A golfer's status for texts: never agreed; agreed; sent STOP from that number, which only a START
 * from it undoes; or the number cannot receive texts.
 */
export const textConsentStatus = z.enum(['none', 'on', 'stopped', 'unreachable'])
export type TextConsentStatus = z.output<typeof textConsentStatus>

/** The wording beside the checkbox, stored with each consent. */
export const CONSENT_WORDING =
  'I agree to get texts from Fourball about tee times and my account at this number. Message frequency varies. Message and data rates may apply. Reply STOP to end, HELP for help. Consent is not a condition of using Fourball.'

/** A number gets at most one opt-in request within this many hours. */
export const OPT_IN_EVERY_HOURS = 24

/** How a kind of event reaches a golfer. Texts and notifications that cannot be sent go by email. */
export const alertChannel = z.enum(['text', 'push', 'email', 'off'])
export type AlertChannel = z.output<typeof alertChannel>

export const DEFAULT_CHANNEL: AlertChannel = 'text'
export const DEFAULT_QUIET_HOURS = { from: '21:00', to: '08:00' } as const

const channels = z.record(alertKind, alertChannel)

/** Local to the golfer. There are no quiet hours when both times are the same. */
const quietHours = z.object({ from: localTime, to: localTime })

/** What a member chooses for one group. */
export const memberChoices = { muted: z.boolean() }

export const choices = z.object({
  channels,
  quietHours,
  /** IANA name; null for the zone of the group that a message is about. */
  timeZone: z.nullable(z.string()),
})

export const preferences = z.extend(choices, {
  groups: z.array(z.object({ id, name: z.string(), slug: z.string(), ...memberChoices })),
  texts: z.object({
    status: textConsentStatus,
    /** The number that texts go to, in E.164; null when the profile's phone is not a valid number. */
    number: z.nullable(z.string()),
    /** Whether this server sends texts at all. */
    available: z.boolean(),
    /** The number that texts come from, in E.164; null when it is not always the same one. */
    from: z.nullable(z.string()),
    /** Whether the golfer has used an emailed link. No text is sent before that. */
    emailProven: z.boolean(),
  }),
  /** How many of my phones get notifications. */
  phones: z.int(),
})
export type Preferences = z.output<typeof preferences>

const preferencesForm = z.object({
  channels: z.optional(z.partialRecord(alertKind, alertChannel)),
  quietHours: z.optional(quietHours),
  timeZone: z.optional(z.nullable(timeZone)),
  /** Groups of mine. Any that are left out stay unchanged. */
  groups: z.optional(z.array(z.object({ id, ...memberChoices })).check(z.maxLength(1_000))),
  /** True when the box is checked; false withdraws the consent. */
  textConsent: z.optional(z.boolean()),
  /** The number shown beside the box, in E.164. Consent is refused if the number has changed since. */
  textNumber: z.optional(z.string().check(z.maxLength(20))),
})

export const readPreferences = endpoint('GET', '/api/my-preferences', {
  summary: 'My notification settings',
  answer: preferences,
})

export const changePreferences = endpoint('PUT', '/api/my-preferences', {
  summary: 'Change my notification settings; omitted ones stay as they are',
  body: preferencesForm,
  answer: preferences,
})

/**
 * A link in an email's footer. It needs no session: anyone who has the email may use it. An unknown token
 * is not found.
 */
const unsubscribeParams = z.object({ token: urlToken, kind: alertKind })

export const readUnsubscribe = endpoint('GET', '/api/unsubscribe/{token}/{kind}', {
  summary: 'The setting that an unsubscribe link is for; browsers are redirected to the screen',
  params: unsubscribeParams,
  answer: z.object({ channel: alertChannel }),
})

/** Mail programs call this automatically (RFC 8058). The body is ignored. */
export const unsubscribe = endpoint('POST', '/api/unsubscribe/{token}/{kind}', {
  summary: 'Turn off a kind of message',
  params: unsubscribeParams,
  answer: z.object({ channel: alertChannel }),
})
