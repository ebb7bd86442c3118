import { RESTORE_DAYS } from '../../../contract/group-deletion.ts'
import { SCREENS } from '../../../contract/screens.ts'
import type { Context } from '../../context.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import type { Composed, ToCompose } from '../deliveries/compose-message.ts'
import { frameMail } from '../outbox/frame-mail.ts'
import { mailFooter, type Reader } from './address-reader.ts'
import { namesOf } from './describe-group.ts'
import { findGroupToNotify, findName } from './store.ts'

type Words = Pick<Composed, 'text' | 'mail'>

/**
 * Composes the message to a member of a deleted group, or to the owner of a restored one. Returns undefined
 * if the restored group was deleted again.
 */
export async function composeDeletion(
  ctx: Context,
  {
    event,
    golferId,
    groupId,
    data,
  }: ToCompose & { event: Extract<ToCompose['event'], 'group-deleted' | 'group-restored'> },
  to: Reader,
): Promise<Composed | undefined> {
  if (event === 'group-restored') {
    if (groupId === null) return undefined
    const group = await findGroupToNotify(ctx.db, groupId, golferId)
    return group && describeRestored(group, to)
  }
  const { groupName, by } = data
  if (typeof groupName !== 'string') return undefined
  if (by === golferId) return describeDeletedByMe(groupName, to)
  const owner = typeof by === 'number' ? await findName(ctx.db, by) : undefined
  return describeDeleted(groupName, to, owner)
}

/** Describes the deletion of a group to one of its members. @param owner who deleted it */
function describeDeleted(groupName: string, to: Reader, owner: string | undefined): Words {
  const { long } = namesOf({ name: groupName })
  const who = owner === undefined ? 'Its owner' : oneLineWithoutLinks(owner, 'Its owner')
  return words(
    `${long} was deleted`,
    [
      `${who} deleted ${long} on Fourball.`,
      'Its tee times, waiting lists and invitations are gone, and you get no more messages from it.',
      'Tee times booked at a course are still booked there: Fourball does not cancel them.',
    ],
    to,
    `because you were a member of ${long} on Fourball`,
  )
}

function describeDeletedByMe(groupName: string, to: Reader): Words {
  const { long } = namesOf({ name: groupName })
  return words(
    `You deleted ${long}`,
    [
      `You deleted ${long} on Fourball. Its members get an email about it.`,
      'If it had a subscription, that ends now, and nothing more is charged.',
      'Tee times booked at a course are still booked there: Fourball does not cancel them.',
      `The Fourball team can restore the group for ${RESTORE_DAYS} days. After that it is gone for good. If you did not delete it, set a new password and write to us at once.`,
    ],
    to,
    `because you owned ${long} on Fourball`,
  )
}

function words(subject: string, paragraphs: string[], to: Reader, because: string): Words {
  const address = to.link(SCREENS.dashboard)
  return {
    text: `Fourball: ${subject}.`,
    mail: frameMail({
      subject,
      paragraphs,
      link: { label: 'Open Fourball', address },
      ...mailFooter(to, because),
    }),
  }
}

function describeRestored(group: { name: string; slug: string }, to: Reader): Words {
  const { long } = namesOf(group)
  return {
    text: `Fourball: ${long} is back.`,
    mail: frameMail({
      subject: `${long} is back`,
      paragraphs: [
        `The Fourball team restored ${long}, with its members and tee times.`,
        'If it had a subscription, that does not resume. Time you paid for still counts; after that, pay for the group under Subscribe.',
      ],
      link: { label: `Open ${long}`, address: to.link(`/${group.slug}`) },
      ...mailFooter(to, `because you own ${long} on Fourball`),
    }),
  }
}
