import type { AlertEvent } from '../../../../contract/alerts.ts'
import type { DeliverySummary } from '../../../../contract/delivery-log.ts'
import type { DeliveryStatus, MessageChannel } from '../../../../contract/messages.ts'

export const EVENT_LABELS: Readonly<Record<AlertEvent, string>> = {
  posted: 'Tee time posted',
  spots: 'Spot claimed or given up',
  opened: 'Spot opened',
  offer: 'Spot offered',
  joined: 'Got a spot from the waiting list',
  'offer-expired': 'Offer expired',
  reserved: 'Spot reserved',
  changed: 'Tee time changed',
  cancelled: 'Tee time cancelled',
  delayed: 'Tee time delayed',
  'running-late': 'Player running late',
  'reminder-evening': 'Evening reminder',
  'reminder-soon': 'Last reminder',
  'weather-watch': 'Weather watch',
  'cut-off': 'Cut-off reminder',
  'last-call': 'Players needed',
  'spot-filled': "Late dropout won't have to pay",
  added: 'Added to a group',
  'join-request': 'Request to join',
  ownership: 'Ownership transferred',
  'group-deleted': 'Group deleted',
  'group-restored': 'Group restored',
  'trial-ends': 'Trial or subscription ends soon',
  paid: 'Payment received',
  'payment-failed': 'Payment failed',
  'payment-returned': 'Payment refunded or reversed',
  'subscription-ended': 'Subscription ended',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset',
  'phone-changed': 'Phone changed',
  'texts-on': 'Texts turned on',
  'opt-in': 'Opt-in request',
  reply: 'Reply',
}

export const CHANNEL_LABELS: Readonly<Record<MessageChannel, string>> = {
  text: 'Text',
  push: 'Notification',
  email: 'Email',
}

export const STATUSES: Readonly<Record<DeliveryStatus, readonly [label: string, look: string]>> = {
  queued: ['Queued', 'bg-sand-soft'],
  deferred: ['Deferred', 'bg-sand-soft'],
  sending: ['Sending', 'bg-sand-soft'],
  sent: ['Sent', 'bg-fairway/12 text-fairway'],
  delivered: ['Delivered', 'bg-fairway text-on-fairway'],
  failed: ['Failed', 'bg-flag-soft text-flag'],
  dropped: ['Dropped', 'bg-sunken'],
}

const CODE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  // Our codes.
  capped: 'Over the text limit',
  unavailable: "The provider didn't respond",
  'no-phone': 'No device with notifications on',
  'push-refused': 'The push service rejected the message',
  refused: 'The mail server refused the address',
  'bad-address': 'No valid email address',
  stopped: 'Texted STOP',
  moot: 'No longer relevant',
  folded: 'Covered by another message',
  off: 'Turned off by the golfer',
  muted: 'Group muted by the golfer',
  left: 'No longer in the group',
  'no-texts': 'Texts are off',
  abroad: 'Texts only go to Canada and the US',
  // Twilio's codes: https://www.twilio.com/docs/api/errors
  '21211': 'Invalid number',
  '21408': 'Region not enabled',
  '21610': 'Texted STOP',
  '21612': "Number can't be reached",
  '21614': 'Not a mobile number',
  '30003': 'Phone off or unreachable',
  '30004': 'Blocked by the carrier',
  '30005': "Number doesn't exist",
  '30006': 'Landline or unreachable carrier',
  '30007': 'Filtered by the carrier',
  '30008': 'Lost by the carrier',
  '30032': 'Toll-free sender not verified',
  '30034': 'Sender not registered',
}

/** Describes why a message wasn't sent, or wasn't sent as planned: 'Texted STOP (21610)'. */
export function describeCode(code: string): string {
  const description = Object.hasOwn(CODE_DESCRIPTIONS, code) ? CODE_DESCRIPTIONS[code] : undefined
  if (description === undefined) return `Code ${code}`
  return /^\d+$/.test(code) ? `${description} (${code})` : description
}

export const TEXTS_LABELS: Readonly<Record<DeliverySummary['texts'], string>> = {
  on: 'Texts are on.',
  off: 'Texts are off because no provider is set up. All messages go by email.',
  'kept-here': 'Texts stay in the outbox. No phone gets them.',
}
