import type { Email, Mail } from './email.ts'

/** Stores a message for viewing; does nothing if one with the same key is stored already. */
export type StoreMail = (message: { readonly channel: 'email' } & Mail) => Promise<void>

/** Replaces a mail provider when there are no credentials: stores mails for viewing, sends nothing. */
export function embeddedEmail(keep: StoreMail): Email {
  return { send: (mail) => keep({ channel: 'email', ...mail }) }
}
