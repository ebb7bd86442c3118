import { RESET_LINK_MINUTES, WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import type { WelcomeReason } from '../../identity/index.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import type { Mail } from '../../providers/email/email.ts'
import { frameMail } from '../outbox/frame-mail.ts'

const LIFE = `The link works once, for ${WELCOME_LINK_DAYS} days.`
const RESET_LIFE = `The link works once, for ${RESET_LINK_MINUTES} minutes. Asking for another link ends this one.`
const UNASKED = 'If that was not you, do nothing: without the link nothing happens.'

/**
 * Describes a sign-in link in an email. Leaves out the golfer's name, which a stranger may have typed.
 * @param groupName the group that the link starts, or that the golfer is in
 */
export function describeLink(
  reason: WelcomeReason,
  { groupName, address }: { groupName: string | null; address: string },
): Pick<Mail, 'subject' | 'body' | 'html'> {
  const group = groupName === null ? undefined : oneLineWithoutLinks(groupName, 'your group')
  switch (reason) {
    case 'new-account':
      return frameMail({
        subject: group === undefined ? 'Welcome to Fourball' : `Welcome to ${group} on Fourball`,
        paragraphs: [
          group === undefined
            ? 'Your Fourball account is ready: choose a password to sign in.'
            : `Your place in ${group} is ready: choose a password to see its tee times.`,
          LIFE,
        ],
        link: { label: 'Choose a password', address },
        reason: `You get this email because you, or a golf buddy of yours, gave this address to Fourball. ${UNASKED}`,
      })
    case 'forgot-password':
      return frameMail({
        subject: 'A new password for Fourball',
        paragraphs: [
          'Your password stays as it is until you set a new one. Doing so signs out all your devices.',
          RESET_LIFE,
        ],
        link: { label: 'Set a new password', address },
        reason: `You get this email because somebody asked for a new password for this address. ${UNASKED}`,
      })
    case 'start-group':
      return frameMail({
        subject: `Start ${group ?? 'your group'} on Fourball`,
        paragraphs: [
          `${group ?? 'Your group'} is waiting for you. The link starts it and makes you its owner.`,
          LIFE,
        ],
        link: { label: 'Start the group', address },
        reason: `You get this email because somebody signed up a golf group with this address. ${UNASKED}`,
      })
  }
}
