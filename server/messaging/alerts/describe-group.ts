import { RESTORE_DAYS } from '../../../contract/group-deletion.ts'
import { daysLeft } from '../../../contract/groups.ts'
import { PRICE_MONTHS } from '../../../contract/limits.ts'
import { SCREENS } from '../../../contract/screens.ts'
import type { Context } from '../../context.ts'
import type { JoinReason } from '../../groups/index.ts'
import { localDateOf, readableDate } from '../../platform/clock.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import type { DeliveryToCompose } from '../deliveries/deliver.ts'
import { dateIn, emailTo, messageTo, type Reader, shortDate } from './format-for-reader.ts'
import { findGolferName, type GroupToNotify } from './store.ts'
import { sanitizeForText } from './to-gsm-text.ts'

export function describeAdded(group: GroupToNotify, to: Reader, how: JoinReason, by?: string) {
  const { long } = namesOf(group)
  const wording = forTextAndEmail(group, by, (name, who) => {
    if (how === 'created') return `The Fourball team set up ${name} for you. You're the owner.`
    if (who === undefined) return `You're now in ${name}.`
    return how === 'accepted'
      ? `${who} approved your request to join ${name}.`
      : `${who} added you to ${name}.`
  })
  return messageTo(to, {
    wordings: [`${wording.short} See the tee times:`, wording.short],
    subject: how === 'created' ? `${long} is on Fourball` : `You're now in ${long} on Fourball`,
    paragraphs: [
      wording.long,
      how === 'created'
        ? 'Add your golf buddies and post the tee times you booked.'
        : 'See its tee times, claim a spot, and post the tee times you booked.',
    ],
    label: `Open ${long}`,
    address: to.link(`/${group.slug}`),
    because: `your account was added to ${long} on Fourball`,
  })
}

/** @param requesters the names on the join requests, newest first */
export function describeJoinRequest(
  group: GroupToNotify,
  to: Reader,
  requesters: readonly [string, ...string[]],
) {
  const more = requesters.length - 1
  const others = more === 0 ? '' : ` and ${more} ${more === 1 ? 'other' : 'others'}`
  const request = forTextAndEmail(
    group,
    requesters[0],
    (name, who) => `${who}${others} ${more === 0 ? 'wants' : 'want'} to join ${name}`,
  )
  return messageTo(to, {
    wordings: [`${request.short}. Respond here:`, `${request.short}.`],
    subject: request.long,
    paragraphs: [`${request.long}.`, 'Approve or decline on the Members tab.'],
    label: more === 0 ? 'See the Request' : 'See the Requests',
    address: to.link(`/${group.slug}/members`),
    because: `you're the owner or an admin of ${namesOf(group).long} on Fourball`,
  })
}

export function describeOwnership(group: GroupToNotify, to: Reader, by?: string) {
  const { long } = namesOf(group)
  const payment = describePaymentStatus(group, to)
  const intro = forTextAndEmail(group, by, (name, who) =>
    who === undefined ? `You now own ${name}.` : `${who} made you the owner of ${name}.`,
  )
  return messageTo(to, {
    wordings: [...(payment === undefined ? [] : [`${intro.short} ${payment.short}`]), intro.short],
    subject: `You now own ${long} on Fourball`,
    paragraphs: [
      intro.long,
      'You now manage its settings, members, and subscription.',
      ...(payment === undefined ? [] : [payment.long]),
    ],
    label: payment === undefined ? `Open ${long}` : 'Subscribe',
    address: to.link(`/${group.slug}${payment === undefined ? '' : '/subscribe'}`),
    because: `you now own ${long} on Fourball`,
  })
}

function describePaymentStatus(group: GroupToNotify, { now }: Reader) {
  const { expiryDate, subscriptionStatus, renews, zone } = group
  if (expiryDate === null || renews) return undefined
  const until = dateIn(expiryDate, zone)
  if (expiryDate <= now) {
    return {
      short: "It's paused. Subscribe:",
      long: "It's paused. No one can post tee times or claim spots until you subscribe.",
    }
  }
  return subscriptionStatus === null
    ? {
        short: `Its trial ends ${until}. Subscribe:`,
        long: `Its trial runs until ${until}. To keep the group going after that, subscribe. You keep the rest of the trial.`,
      }
    : {
        short: `Paid until ${until}. To keep it going, subscribe:`,
        long: `It's paid for until ${until} and won't renew, because the former owner's card won't be charged again. To keep it going, subscribe. That adds ${PRICE_MONTHS} months to the time left.`,
      }
}

export function describeTrialEnd(group: GroupToNotify, to: Reader, expiryDate: Date) {
  const { short, long } = namesOf(group)
  const date = localDateOf(expiryDate, group.zone)
  const days = daysLeft(expiryDate.toISOString(), to.now) ?? 0
  const inDays = `in ${days} ${days === 1 ? 'day' : 'days'}`
  const isTrial = group.subscriptionStatus === null
  const whatEnds = isTrial ? 'trial' : 'subscription'
  const payVerb = isTrial ? 'Upgrade' : 'Pay'
  return messageTo(to, {
    wordings: [
      `The ${whatEnds} for ${short} ends ${inDays}, on ${shortDate(date)}. ${payVerb} to keep posting tee times:`,
      `The ${whatEnds} for ${short} ends ${inDays}, on ${shortDate(date)}. ${payVerb}:`,
      `The ${whatEnds} for ${short} ends ${inDays}.`,
    ],
    subject: `The ${whatEnds} for ${long} ends ${inDays}`,
    paragraphs: [
      `The ${whatEnds} for ${long} ends on ${readableDate(date)}, ${inDays}${isTrial ? '' : ", and doesn't renew automatically"}.`,
      'After that, no one can post tee times or claim spots until the group is paid for. Nothing in the group will be deleted.',
    ],
    label: isTrial ? 'Upgrade to Paid' : `Pay for ${PRICE_MONTHS} More Months`,
    address: to.link(`/${group.slug}/subscribe`),
    because: `you own ${long} on Fourball`,
  })
}

/** Returns a group's name as it appears in a text (`short`) and in an email (`long`). */
export function namesOf({ name }: { name: string }) {
  return {
    short: sanitizeForText(name, 'your group', 30),
    long: oneLineWithoutLinks(name, 'your group'),
  }
}

/** Writes a sentence about a group and a golfer, for a text (`short`) and for an email (`long`). */
function forTextAndEmail(
  group: GroupToNotify,
  golfer: string | undefined,
  say: (group: string, golfer: string | undefined) => string,
) {
  const { short, long } = namesOf(group)
  const inText = golfer && sanitizeForText(golfer, 'A golfer', 30)
  return {
    short: say(short, inText),
    long: say(long, golfer && oneLineWithoutLinks(golfer, 'A golfer')),
  }
}

export async function composeDeletion(ctx: Context, delivery: DeliveryToCompose, to: Reader) {
  const { groupName, by } = delivery.data
  if (typeof groupName !== 'string') return undefined
  const { long: group } = namesOf({ name: groupName })
  const address = to.link(SCREENS.dashboard)
  const bookingsNote = "Fourball doesn't cancel your bookings at the course."
  if (by === delivery.golferId) {
    return emailTo(to, {
      subject: `You deleted ${group}`,
      paragraphs: [
        `You deleted ${group} on Fourball.`,
        "If the group had a subscription, the subscription has ended, and you won't be charged again.",
        bookingsNote,
        `The Fourball team can restore the group within ${RESTORE_DAYS} days. After that, it's gone for good. If you didn't delete it, set a new password and contact us right away.`,
      ],
      label: 'Open Fourball',
      address,
      because: `you owned ${group} on Fourball`,
    })
  }
  const owner = await findGolferName(ctx.db, by)
  return emailTo(to, {
    subject: `${group} was deleted`,
    paragraphs: [
      `${oneLineWithoutLinks(owner ?? '', 'The owner')} deleted ${group} on Fourball.`,
      "Its tee times, rounds, waiting lists, and invitations are gone. You won't get any more messages from it.",
      bookingsNote,
    ],
    label: 'Open Fourball',
    address,
    because: `you were a member of ${group} on Fourball`,
  })
}

export function describeRestored(group: GroupToNotify, to: Reader, isOwner: boolean) {
  const { long } = namesOf(group)
  return emailTo(to, {
    subject: `${long} is back`,
    paragraphs: [
      `The Fourball team restored ${long}, with its members and tee times.`,
      isOwner
        ? "If the group had a subscription, you keep any paid time that was left, but the subscription won't restart. When the time runs out, subscribe on your profile."
        : "If you had a spot in an upcoming tee time, it's yours again. If you can't make it, leave the tee time.",
    ],
    label: `Open ${long}`,
    address: to.link(`/${group.slug}`),
    because: isOwner ? `you own ${long} on Fourball` : `you're a member of ${long} on Fourball`,
  })
}
