import type * as z from 'zod/mini'
import { enumOfKeys } from './fields.ts'

/** Members get an alert about a newly open spot only if tee-off is at most this many hours away. */
export const OPEN_SPOT_ALERT_HOURS = 48
export const SECOND_REMINDER_HOURS = 3

/** The kinds of events, as named on the profile screen, where golfers choose a channel for each kind. */
export const ALERT_KIND_LABELS = {
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

export const alertKind = enumOfKeys(ALERT_KIND_LABELS)
export type AlertKind = z.output<typeof alertKind>

/** Alerts about events without a kind cannot be turned off. The delivery log shows the labels. */
export const ALERT_EVENTS = {
  posted: { kind: 'posted', label: 'Tee time posted' },
  spots: { kind: 'mine', label: 'Spot claimed or given up' },
  opened: { kind: 'opened', label: 'Spot opened' },
  offer: { kind: 'waiting', label: 'Spot offered' },
  joined: { kind: 'waiting', label: 'Got a spot from the waiting list' },
  'offer-expired': { kind: 'waiting', label: 'Offer expired' },
  reserved: { kind: 'waiting', label: 'Spot reserved' },
  changed: { kind: 'changed', label: 'Tee time changed' },
  cancelled: { kind: 'changed', label: 'Tee time cancelled' },
  delayed: { kind: 'changed', label: 'Tee time delayed' },
  'running-late': { kind: 'changed', label: 'Player running late' },
  'reminder-evening': { kind: 'reminder', label: 'Evening reminder' },
  'reminder-soon': { kind: 'reminder', label: 'Last reminder' },
  'weather-watch': { kind: 'reminder', label: 'Weather watch' },
  'cut-off': { kind: 'reminder', label: 'Cut-off reminder' },
  'last-call': { kind: 'opened', label: 'Players needed' },
  'spot-filled': { kind: 'changed', label: 'Late dropout cleared' },
  added: { kind: 'group', label: 'Added to a group' },
  'join-request': { kind: 'group', label: 'Request to join' },
  ownership: { kind: 'group', label: 'Ownership transferred' },
  'group-deleted': { kind: undefined, label: 'Group deleted' },
  'group-restored': { kind: undefined, label: 'Group restored' },
  'trial-ends': { kind: 'trial', label: 'Trial or subscription ends soon' },
  paid: { kind: 'trial', label: 'Payment received' },
  'payment-failed': { kind: undefined, label: 'Payment failed' },
  'payment-returned': { kind: undefined, label: 'Payment refunded or reversed' },
  'subscription-ended': { kind: 'trial', label: 'Subscription ended' },
  'password-changed': { kind: undefined, label: 'Password changed' },
  'password-reset': { kind: undefined, label: 'Password reset' },
  'phone-changed': { kind: undefined, label: 'Phone changed' },
  'texts-on': { kind: undefined, label: 'Texts turned on' },
  'opt-in': { kind: undefined, label: 'Opt-in request' },
  reply: { kind: undefined, label: 'Reply' },
} satisfies Record<string, { kind: AlertKind | undefined; label: string }>

export const alertEvent = enumOfKeys(ALERT_EVENTS)
export type AlertEvent = z.output<typeof alertEvent>

/** The shortest time between two messages about join requests to the same group. */
export const JOIN_REQUEST_BATCH_MINUTES = 5

export const EVENING_REMINDER_AT = '18:00'
export const TRIAL_NOTICE_DAYS = [7, 1] as const
