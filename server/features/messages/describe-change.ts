import type { Mail } from '../../providers/email/email.ts'
import { frameMail } from './frame-mail.ts'
import type { AccountChange } from './notify-of-change.ts'

const WORDS: Readonly<Record<AccountChange, { subject: string; paragraphs: string[] }>> = {
  'password-changed': {
    subject: 'Your Fourball password was changed',
    paragraphs: [
      'Your password was changed just now, and your other devices are signed out.',
      "If that was not you, set a new one with 'Forgot password?' on the sign-in page.",
    ],
  },
  'password-reset': {
    subject: 'Your Fourball password was reset',
    paragraphs: [
      'The Fourball team has set a new password for your account, and all your devices are signed out.',
      "If you did not ask for it, set one of your own with 'Forgot password?' on the sign-in page.",
    ],
  },
  'phone-changed': {
    subject: 'Your phone number on Fourball was changed',
    paragraphs: [
      'The phone number of your account was changed just now.',
      "If that was not you, put it right on your profile, and set a new password with 'Forgot password?' on the sign-in page.",
    ],
  },
}

/** A change of an account, in the words of an email to its golfer. No password or number stands in it. */
export function describeChange(
  change: AccountChange,
  { signIn }: { signIn: string },
): Pick<Mail, 'subject' | 'body' | 'html'> {
  return frameMail({
    ...WORDS[change],
    link: { label: 'Sign in', address: signIn },
    reason: 'You get this email because it concerns the safety of your Fourball account.',
  })
}
