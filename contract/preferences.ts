import * as z from 'zod/mini'
import { alertKind } from './alerts.ts'
import { endpoint } from './endpoint.ts'
import { enumOfKeys, id, localTime, slugOrToken, timeZone } from './fields.ts'

/**
 * - 'none': the golfer has not agreed to texts, or has withdrawn consent.
 * - 'stopped': the number sent STOP, or another account gets texts on it. Only a START from the number turns
 *   texts on.
 * - 'unreachable': there is no number, or it cannot receive texts.
 */
export const textConsentStatus = z.enum(['none', 'on', 'stopped', 'unreachable'])
export type TextConsentStatus = z.output<typeof textConsentStatus>

/** The server stores this wording with each consent. */
export const CONSENT_WORDING =
  'I agree to get texts from Fourball at this number about tee times and my account. Message frequency varies. Message and data rates may apply. Reply STOP to end, HELP for help. Consent is not a condition of using Fourball.'

/** The shortest time between two opt-in requests to a number. */
export const OPT_IN_EVERY_HOURS = 24

export const CHANNEL_LABELS = { text: 'Text', push: 'Notification', email: 'Email', off: 'Off' }

/** A text or push notification that cannot be sent becomes an email. */
export const alertChannel = enumOfKeys(CHANNEL_LABELS)
export type AlertChannel = z.output<typeof alertChannel>

export const DEFAULT_CHANNEL: AlertChannel = 'text'
export const DEFAULT_QUIET_HOURS = { from: '21:00', to: '08:00' } as const

/** In the golfer's chosen time zone or, without one, the group's. Equal times mean no quiet hours. */
const quietHours = z.object({ from: localTime, to: localTime })

export const memberChoices = { muted: z.boolean() }

export const choices = z.object({
  channels: z.record(alertKind, alertChannel),
  quietHours,
  /** An IANA name. If null, each message uses the time zone of its group. */
  timeZone: z.nullable(z.string()),
})

export const preferences = z.extend(choices, {
  groups: z.array(z.object({ id, name: z.string(), slug: z.string(), ...memberChoices })),
  texts: z.object({
    status: textConsentStatus,
    /** In E.164; null if the phone on the profile is not a valid number. */
    number: z.nullable(z.string()),
    available: z.boolean(),
    /** The number that texts come from, in E.164; null if they come from several numbers. */
    from: z.nullable(z.string()),
    /** Whether the golfer has used an emailed link. Until then, alerts are emailed instead of texted. */
    emailProven: z.boolean(),
  }),
  /** The number of my devices that get push notifications. */
  phones: z.int(),
})
export type Preferences = z.output<typeof preferences>

export const readPreferences = endpoint('GET', '/api/my-preferences', {
  summary: 'My notification settings',
  response: preferences,
})

export const changePreferences = endpoint('PUT', '/api/my-preferences', {
  summary: 'Change my notification settings; omitted ones stay as they are',
  body: z.object({
    channels: z.optional(z.partialRecord(alertKind, alertChannel)),
    quietHours: z.optional(quietHours),
    timeZone: z.optional(z.nullable(timeZone)),
    groups: z.optional(z.array(z.object({ id, ...memberChoices })).check(z.maxLength(1_000))),
    textConsent: z.optional(z.boolean()),
    /** The number on the form, in E.164. The call is refused if the golfer's number has changed since. */
    textNumber: z.optional(z.string().check(z.maxLength(20))),
  }),
  response: preferences,
})

/** These calls need no session, because their links are in emails. An unknown token gets 404. */
const unsubscribeParams = z.object({ token: slugOrToken, kind: alertKind })

export const readUnsubscribe = endpoint('GET', '/api/unsubscribe/{token}/{kind}', {
  summary: 'The setting that an unsubscribe link is for; browsers are redirected to the screen',
  params: unsubscribeParams,
  response: z.object({ channel: alertChannel }),
})

/** Mail programs call this for their own Unsubscribe button (RFC 8058). The body is ignored. */
export const unsubscribe = endpoint('POST', '/api/unsubscribe/{token}/{kind}', {
  summary: 'Turn off a kind of message',
  params: unsubscribeParams,
  response: z.object({ channel: alertChannel }),
})
