import * as z from 'zod/mini'
import type { AlertEvent } from '../../../contract/alerts.ts'
import { isUnpaid, usableUntil } from '../../../contract/groups.ts'
import type { NotificationData } from '../../ports.ts'
import type { ComposedFor } from '../deliveries/deliver.ts'
import { describeTrialEnd, namesOf } from './describe-group.ts'
import { dateIn, emailTo, messageTo, type Reader } from './format-for-reader.ts'
import type { GroupToNotify } from './store.ts'

type ComposePayment<Event extends AlertEvent> = (
  group: GroupToNotify,
  to: Reader,
  data: NotificationData,
) => ComposedFor<Event> | undefined

/** Each function returns undefined if its alert no longer applies. */
export const PAYMENT_ALERTS = {
  // The end date may have changed, or renewal may have been turned on, after the message was queued.
  'trial-ends': (group, to, data) =>
    group.expiryDate &&
    group.expiryDate > to.now &&
    !group.renews &&
    data['expiryDate'] === group.expiryDate.toISOString()
      ? describeTrialEnd(group, to, group.expiryDate)
      : undefined,
  paid: (group, to) =>
    group.subscriptionStatus === 'active' ? describePayment(group, to) : undefined,
  'payment-failed': (group, to, data) =>
    group.subscriptionStatus === 'past_due' && !isUnpaid(group, to.now)
      ? describeFailedPayment(group, to, { mustConfirm: data['action'] === true })
      : undefined,
  'payment-returned': (group, to, data) => {
    const { data: returned } = returnedPayment.safeParse(data)
    return returned && describeRefundOrDispute(group, to, returned)
  },
  'subscription-ended': (group, to) =>
    group.subscriptionStatus === 'expired' && isUnpaid(group, to.now)
      ? describeSubscriptionEnd(group, to)
      : undefined,
} satisfies { [Event in AlertEvent]?: ComposePayment<Event> }

export type PaymentEvent = keyof typeof PAYMENT_ALERTS

const returnedPayment = z.object({
  how: z.enum(['refunded', 'disputed']),
  /** In cents. For refunds, the total of all refunds of the payment so far. */
  amount: z.number(),
  // Messages queued by release 1.0 lack these two.
  isPartial: z._default(z.boolean(), false),
  isPayer: z._default(z.boolean(), true),
})

export function describePayment(group: GroupToNotify, to: Reader) {
  const { short, long } = namesOf(group)
  const until = group.expiryDate && dateIn(group.expiryDate, group.zone)
  const paidSentence = (name: string) =>
    until === null ? `${name} is paid for.` : `${name} is paid for until ${until}.`
  return messageTo(to, {
    wordings: [`Payment received, thank you. ${paidSentence(short)}`, 'Payment received.'],
    subject: `Payment received for ${long}`,
    paragraphs: [
      `Thank you for your payment. ${paidSentence(long)}`,
      group.renews
        ? `The subscription renews automatically${until === null ? '' : `: the next payment is on ${until}`}. On your profile, you can change the card, see the invoices, and cancel.`
        : "The subscription doesn't renew automatically.",
    ],
    label: 'See the Subscription',
    address: to.link(`/${group.slug}/profile`),
    because: `you own ${long} on Fourball`,
  })
}

export function describeFailedPayment(
  group: GroupToNotify,
  to: Reader,
  { mustConfirm }: { mustConfirm: boolean },
) {
  const { long } = namesOf(group)
  const until = usableUntil(group)
  const by = until === null ? '' : ` by ${dateIn(until, group.zone)}`
  return emailTo(to, {
    subject: mustConfirm ? `Confirm the payment for ${long}` : `The payment for ${long} failed`,
    paragraphs: [
      mustConfirm
        ? `Your bank needs you to confirm the payment for ${long}.`
        : `The payment for ${long} failed.`,
      mustConfirm
        ? `You haven't been charged yet. Confirm the payment, or pay with another card${by}.`
        : `You weren't charged. Try your card again, or use another one${by}.`,
      "If the payment isn't made in time, no one can post tee times or claim spots until the group is paid for.",
    ],
    label: mustConfirm ? 'Confirm the Payment' : 'Pay Now',
    address: to.link(`/${group.slug}/subscribe`),
    because: `you pay for ${long} on Fourball`,
  })
}

export function describeRefundOrDispute(
  group: GroupToNotify,
  to: Reader,
  { how, amount, isPartial, isPayer }: z.output<typeof returnedPayment>,
) {
  const { long } = namesOf(group)
  const isOwner = group.ownerId === to.golferId
  const sum = `$${(amount / 100).toFixed(2)}`
  const refundSentence = isPartial
    ? `${sum} of a payment for ${long} has been refunded so far.`
    : `A payment of ${sum} for ${long} was refunded.`
  const advice =
    how === 'refunded'
      ? 'You should see the refund on your card within a few days.'
      : "If you didn't mean to dispute it, tell your bank."
  const expirySentence = describeExpiry(group, to)
  return emailTo(to, {
    subject:
      how === 'refunded'
        ? `${isPartial ? 'Part of a' : 'A'} payment for ${long} was refunded`
        : `The bank reversed a payment for ${long}`,
    paragraphs: [
      [
        how === 'refunded'
          ? refundSentence
          : `The bank reversed a disputed payment of ${sum} for ${long}.`,
        ...(isPayer ? [advice] : []),
        ...(how === 'disputed'
          ? ['The payment counts again only if the dispute is withdrawn or the bank rejects it.']
          : []),
      ].join(' '),
      ...(expirySentence === '' ? [] : [expirySentence]),
    ],
    label: isOwner ? 'See the Subscription' : `Go to ${long}`,
    address: to.link(isOwner ? `/${group.slug}/subscribe` : `/${group.slug}`),
    because: `you ${isPayer ? 'paid for' : 'own'} ${long} on Fourball`,
  })
}

export function describeSubscriptionEnd(group: GroupToNotify, to: Reader) {
  const { short, long } = namesOf(group)
  return messageTo(to, {
    wordings: [
      `The subscription for ${short} has ended. Subscribe to post tee times again:`,
      `The subscription for ${short} has ended. Subscribe:`,
    ],
    subject: `The subscription for ${long} has ended`,
    paragraphs: [
      `The subscription for ${long} has ended.`,
      'No one can post tee times or claim spots until the group is paid for. Nothing in the group will be deleted.',
    ],
    label: 'Subscribe Again',
    address: to.link(`/${group.slug}/subscribe`),
    because: `you own ${long} on Fourball`,
  })
}

function describeExpiry(group: GroupToNotify, { now }: Reader): string {
  const { expiryDate, zone } = group
  const until = expiryDate !== null && expiryDate > now ? expiryDate : usableUntil(group)
  if (until === null) return ''
  return until > now
    ? `The group stays active until ${dateIn(until, zone)}.`
    : 'The group is paused.'
}
