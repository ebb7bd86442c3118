import { daysLeft } from '../../../contract/groups.ts'
import { localDateOf, readableDate } from '../../platform/clock.ts'
import type { Composed } from '../deliveries/compose-words.ts'
import { frameMail } from '../messages/frame-mail.ts'
import { oneLineWithoutLinks } from '../messages/quote-input.ts'
import { mailFooter, type Reader } from './address-reader.ts'
import { fittingOnePart, shortened, typedWords } from './fold-to-gsm.ts'
import { shortDate } from './say-when.ts'
import type { GroupToTell } from './store.ts'

type Words = Pick<Composed, 'text' | 'mail'>
type Group = Pick<GroupToTell, 'name' | 'slug'>

/** How somebody came into a group. */
export type Coming = 'added' | 'accepted' | 'created'

/** A group that the reader is in now. @param by who let them in */
export function describeAdded(
  group: Group,
  to: Reader,
  how: Coming,
  by: string | undefined,
): Words {
  const { short, long } = namesOf(group)
  const link = to.link(`/${group.slug}`)
  const sayer = (isText: boolean) => {
    const name = isText ? short : long
    const who = by === undefined ? undefined : nameOf(by, isText)
    switch (how) {
      case 'created':
        return `The Fourball team started ${name} for you, and you own it.`
      case 'accepted':
        return who === undefined ? `You are in ${name} now.` : `${who} let you into ${name}.`
      case 'added':
        return who === undefined ? `You are in ${name} now.` : `${who} added you to ${name}.`
    }
  }
  return {
    text: fittingOnePart(
      `Fourball: ${sayer(true)} See its tee times: ${link}`,
      `Fourball: ${sayer(true)} ${link}`,
    ),
    mail: frameMail({
      subject: how === 'created' ? `${long} is on Fourball` : `You are in ${long} on Fourball`,
      paragraphs: [
        sayer(false),
        how === 'created'
          ? 'Add your golf buddies, and post the tee times that you booked.'
          : 'See its tee times, take a spot, and post the tee times that you booked.',
      ],
      link: { label: `Open ${long}`, address: link },
      ...mailFooter(to, `because your account was added to ${long} on Fourball`),
    }),
  }
}

/** Somebody waits to be let into a group. @param waiting names, the newest first; at least one */
export function describeJoinRequest(
  group: Group,
  to: Reader,
  waiting: readonly [string, ...string[]],
): Words {
  const { short, long } = namesOf(group)
  const link = to.link(`/${group.slug}/members`)
  const more = waiting.length - 1
  const others = more === 0 ? '' : ` and ${more} ${more === 1 ? 'other' : 'others'}`
  const asks = (isText: boolean) =>
    `${nameOf(waiting[0], isText)}${others} ${more === 0 ? 'asks' : 'ask'} to join ${isText ? short : long}.`
  return {
    text: `Fourball: ${asks(true)} Answer here: ${link}`,
    mail: frameMail({
      subject: asks(false).slice(0, -1),
      paragraphs: [asks(false), 'Let them in, or decline, on the page of the members.'],
      link: { label: 'See who asks', address: link },
      ...mailFooter(to, `because you look after ${long} on Fourball`),
    }),
  }
}

/** A group that was given to the reader. @param by who owned it */
export function describeOwnership(group: Group, to: Reader, by: string | undefined): Words {
  const { short, long } = namesOf(group)
  const link = to.link(`/${group.slug}`)
  const gave = (isText: boolean) => {
    const name = isText ? short : long
    return by === undefined
      ? `You own ${name} now.`
      : `${nameOf(by, isText)} gave you ${name}; you own it now.`
  }
  return {
    text: `Fourball: ${gave(true)} ${link}`,
    mail: frameMail({
      subject: `You own ${long} on Fourball`,
      paragraphs: [
        gave(false),
        'Its settings, its members and its subscription are in your hands now.',
      ],
      link: { label: `Open ${long}`, address: link },
      ...mailFooter(to, `because ${long} on Fourball was given to you`),
    }),
  }
}

/** A trial that is about to end, to the group's owner. */
export function describeTrialEnd(
  group: Pick<GroupToTell, 'name' | 'slug' | 'zone'>,
  to: Reader,
  expiryDate: Date,
): Words {
  const { short, long } = namesOf(group)
  const link = to.link(`/${group.slug}/subscribe`)
  const date = localDateOf(expiryDate, group.zone)
  const days = daysLeft(expiryDate.toISOString(), to.now) ?? 0
  const inDays = `in ${days} ${days === 1 ? 'day' : 'days'}`
  return {
    text: fittingOnePart(
      `Fourball: The trial of ${short} ends ${inDays}, on ${shortDate(date)}. Upgrade to go on posting tee times: ${link}`,
      `Fourball: The trial of ${short} ends ${inDays}, on ${shortDate(date)}. Upgrade: ${link}`,
    ),
    mail: frameMail({
      subject: `The trial of ${long} ends ${inDays}`,
      paragraphs: [
        `The trial of ${long} ends on ${readableDate(date)}, ${inDays}.`,
        'After that nobody can post tee times or take spots in it until it is paid for. What is there stays.',
      ],
      link: { label: 'Upgrade to Paid', address: link },
      ...mailFooter(to, `because you own ${long} on Fourball`),
    }),
  }
}

function namesOf({ name }: Group): { short: string; long: string } {
  return {
    short: shortened(typedWords(name, 'your group'), 30),
    long: oneLineWithoutLinks(name, 'your group'),
  }
}

function nameOf(name: string, isText: boolean): string {
  return isText
    ? shortened(typedWords(name, 'A golfer'), 30)
    : oneLineWithoutLinks(name, 'A golfer')
}
