import { WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import type { Mail } from '../../providers/email/email.ts'
import { frameMail } from '../outbox/frame-mail.ts'

/** The most characters of a name that an unsolicited email quotes. */
const MOST_OF_A_NAME = 50

/**
 * Composes the email of an invitation. The invited golfer may not know the inviter. Of the text that others
 * typed, it contains only the names: in quotes, shortened, and without links.
 */
export function describeInvitation({
  groupName,
  inviterName,
  hasAccount,
  address,
}: {
  readonly groupName: string
  readonly inviterName: string | null
  readonly hasAccount: boolean
  readonly address: string
}): Pick<Mail, 'subject' | 'body' | 'html'> {
  const group = shortened(groupName, 'a golf group')
  const inviter = inviterName === null ? 'Somebody' : `"${shortened(inviterName, 'A golfer')}"`
  return frameMail({
    subject: `You are invited to ${group} on Fourball`,
    paragraphs: [
      `${inviter} invites you to the golf group "${group}". Members post the tee times they booked, and others claim the open spots.`,
      hasAccount
        ? 'Accept or decline on your dashboard. Until you accept, you get nothing else from this group.'
        : `Open the link to set up your account and join, or to decline. It works once, for ${WELCOME_LINK_DAYS} days.`,
    ],
    link: { label: hasAccount ? 'See the invitation' : 'Answer the invitation', address },
    reason:
      'You get this email because a group on Fourball invited this address. If you do not know who that is, decline or do nothing.',
  })
}

function shortened(name: string, otherwise: string): string {
  const letters = Array.from(oneLineWithoutLinks(name, otherwise).replaceAll('"', "'"))
  return letters.length > MOST_OF_A_NAME
    ? `${letters.slice(0, MOST_OF_A_NAME).join('')}...`
    : letters.join('')
}
