import type { AlertEvent } from '../../../contract/alerts.ts'
import { SCREENS } from '../../../contract/screens.ts'
import { type Email, emailTo, type Reader } from './format-for-reader.ts'

/** Account changes that golfers are always notified of, even if they made the change themselves. */
export const ACCOUNT_CHANGES = {
  'password-changed': {
    subject: 'Your Fourball password was changed',
    paragraphs: [
      'Your password was just changed. Your other devices have been signed out.',
      `If this wasn't you, tap "Forgot Password?" on the sign-in page and set a new one.`,
    ],
  },
  'password-reset': {
    subject: 'Your Fourball password was reset',
    paragraphs: [
      'The Fourball team set a new password for your account. All your devices have been signed out.',
      `If you didn't ask for this, tap "Forgot Password?" on the sign-in page and set your own password.`,
    ],
  },
  'phone-changed': {
    subject: 'Your phone number on Fourball was changed',
    paragraphs: [
      'The phone number on your account was just changed.',
      `If this wasn't you, correct it on your profile. Then tap "Forgot Password?" on the sign-in page and set a new password.`,
    ],
  },
  'texts-on': {
    subject: 'Texts are on for your Fourball account',
    paragraphs: [
      'Texts were just turned on for the phone number on your account.',
      `If this wasn't you, turn them off on your profile. Then tap "Forgot Password?" on the sign-in page and set a new password.`,
    ],
  },
} satisfies Partial<Record<AlertEvent, Pick<Email, 'subject' | 'paragraphs'>>>

export function describeAccountChange(change: keyof typeof ACCOUNT_CHANGES, to: Reader) {
  return emailTo(to, {
    ...ACCOUNT_CHANGES[change],
    label: 'Sign In',
    address: to.link(SCREENS.login),
    because: "it's about the security of your Fourball account",
  })
}
