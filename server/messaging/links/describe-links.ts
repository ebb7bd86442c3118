import { RESET_LINK_MINUTES, WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import type { WelcomeReason } from '../../identity/index.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import { frameMail, type MailParts } from '../outbox/frame-mail.ts'

const LIFE = `The link works once and expires in ${WELCOME_LINK_DAYS} days.`
const RESET_LIFE = `The link works once and expires in ${RESET_LINK_MINUTES} minutes. If you ask for another one, this one stops working.`
const UNASKED = "If this wasn't you, ignore this email."
const UNEXPECTED = "If you weren't expecting this email, ignore it."

/** Omits the golfer's name, because a stranger may have typed it. */
export function describeLink(
  reason: WelcomeReason,
  { groupName, address }: { groupName: string | null; address: string },
) {
  const group = groupName === null ? undefined : oneLineWithoutLinks(groupName, 'your group')
  const frame = (parts: Omit<MailParts, 'address'>, ignore = UNASKED) => {
    const why = `You're getting this email because ${parts.reason}. ${ignore} Nothing happens unless you open the link.`
    return frameMail({ ...parts, address, reason: why })
  }
  switch (reason) {
    case 'new-account':
      return frame(
        {
          subject: group === undefined ? 'Welcome to Fourball' : `Welcome to ${group} on Fourball`,
          paragraphs: [
            group === undefined
              ? 'Your Fourball account is ready. Set a password to sign in.'
              : `You've been added to ${group}. Set a password to see its tee times.`,
            LIFE,
          ],
          label: 'Set a Password',
          reason: 'you or one of your golf buddies gave this address to Fourball',
        },
        UNEXPECTED,
      )
    case 'forgot-password':
      return frame({
        subject: 'Set a new password for Fourball',
        paragraphs: [
          "Your password stays the same until you set a new one. When you do, you'll be signed out on all your devices.",
          RESET_LIFE,
        ],
        label: 'Set a New Password',
        reason: 'someone asked for a new password for this address',
      })
    case 'start-group':
      return frame({
        subject: `Start ${group ?? 'your group'} on Fourball`,
        paragraphs: [
          `${group ?? 'Your group'} is ready. Open the link to start it. You'll be the owner.`,
          LIFE,
        ],
        label: 'Start the Group',
        reason: 'someone signed up a golf group with this address',
      })
  }
}

const MAX_NAME_LENGTH = 50

/** The reader may not know the inviter, so the two names are shortened and have no links. */
export function describeInvitation(invitation: {
  readonly groupName: string
  readonly inviterName: string | null
  readonly hasAccount: boolean
  readonly address: string
}) {
  const { groupName, inviterName, hasAccount, address } = invitation
  const group = shortened(groupName, 'a golf group')
  const inviter = inviterName === null ? 'Someone' : `"${shortened(inviterName, 'A golfer')}"`
  return frameMail({
    subject: `You're invited to ${group} on Fourball`,
    paragraphs: [
      `${inviter} invited you to ${group} on Fourball. Members of this golf group post the tee times they booked, and others claim the open spots.`,
      hasAccount
        ? "Accept or decline under My Golf. You won't get the group's tee-time messages unless you accept."
        : `Open the link to set up your account and join, or to decline. It works once and expires in ${WELCOME_LINK_DAYS} days.`,
    ],
    label: hasAccount ? 'See the Invitation' : 'Respond to Invitation',
    address,
    reason:
      "You're getting this email because a group on Fourball invited this address. If you don't know the group, decline the invitation or ignore this email.",
  })
}

function shortened(name: string, fallback: string): string {
  const letters = Array.from(oneLineWithoutLinks(name, fallback).replaceAll('"', "'"))
  return letters.length > MAX_NAME_LENGTH
    ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}...`
    : letters.join('')
}
