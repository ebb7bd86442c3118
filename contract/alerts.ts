import type * as z from 'zod/mini'
import { enumOfKeys } from './fields.ts'

/** Members get an alert about a newly open spot only if tee-off is at most this many hours away. */
export const OPEN_SPOT_ALERT_HOURS = 48
export const SECOND_REMINDER_HOURS = 3

/** The kinds of events, as named on the profile screen, where golfers choose a channel for each kind. */
export const KIND_LABELS = {
  posted: 'A tee time is posted',
  mine: 'Someone claims or gives up a spot in a tee time I posted',
  opened: `A spot opens in a full tee time less than ${OPEN_SPOT_ALERT_HOURS} hours away, or someone still needs players for their tee time`,
  waiting: "A spot opens for me when I'm on a waiting list, or someone reserves one for me",
  changed:
    "A tee time I'm in or waiting for is changed, delayed, or cancelled, or a player is running late",
  reminder: `My round is coming up (the evening before and ${SECOND_REMINDER_HOURS} hours before), bad weather is forecast for it, or a cancellation cut-off is near`,
  group: "I'm added to a group or become its owner, or someone asks to join a group I run",
  trial: 'A group I own is about to be paused, has been paused, or has been paid for',
}

export const alertKind = enumOfKeys(KIND_LABELS)
export type AlertKind = z.output<typeof alertKind>

/** The kind of each event; undefined for events that golfers cannot turn off. */
export const KIND_OF = {
  posted: 'posted',
  spots: 'mine',
  opened: 'opened',
  offer: 'waiting',
  joined: 'waiting',
  'offer-expired': 'waiting',
  reserved: 'waiting',
  changed: 'changed',
  cancelled: 'changed',
  delayed: 'changed',
  'running-late': 'changed',
  'reminder-evening': 'reminder',
  'reminder-soon': 'reminder',
  'weather-watch': 'reminder',
  'cut-off': 'reminder',
  'last-call': 'opened',
  'spot-filled': 'changed',
  added: 'group',
  'join-request': 'group',
  ownership: 'group',
  'group-deleted': undefined,
  'group-restored': undefined,
  'trial-ends': 'trial',
  paid: 'trial',
  'payment-failed': undefined,
  'payment-returned': undefined,
  'subscription-ended': 'trial',
  'password-changed': undefined,
  'password-reset': undefined,
  'phone-changed': undefined,
  'texts-on': undefined,
  'opt-in': undefined,
  reply: undefined,
} satisfies Record<string, AlertKind | undefined>

export const alertEvent = enumOfKeys(KIND_OF)
export type AlertEvent = z.output<typeof alertEvent>

/** The shortest time between two messages about join requests to the same group. */
export const JOIN_REQUEST_BATCH_MINUTES = 5

export const EVENING_REMINDER_AT = '18:00'
export const TRIAL_NOTICE_DAYS = [7, 1] as const
