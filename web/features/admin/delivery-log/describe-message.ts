import type { DeliverySummary } from '../../../../contract/delivery-log.ts'
import type { DeliveryStatus } from '../../../../contract/messages.ts'

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
