/** One email to one person. */
export interface Mail {
  /** A bare address: 'ann@club.example'. */
  readonly to: string
  /** The golfer with this address; left out if the address has no account. */
  readonly golferId?: number
  /** One line. */
  readonly subject: string
  /** Plain text. */
  readonly body: string
  /** The same as HTML. The caller escapes user input. */
  readonly html: string
  /** Where a mail program unsubscribes the reader with one POST (RFC 8058). */
  readonly unsubscribe?: string
  /** An iCalendar file (RFC 5545) for the reader's calendar, METHOD:PUBLISH. */
  readonly calendar?: string
  /** Idempotency key: the same for every attempt to send this email, and unique to it. */
  readonly key: string
}

/** Sends emails. Every call ends within 30 seconds, whatever the provider does. */
export interface Email {
  /**
   * Sends one email; resolves once the provider has accepted it.
   * @throws MailRefused when the address does not accept mail
   * @throws Error for anything else: a retry may succeed
   */
  send(mail: Mail): Promise<void>
}

/** The address will never accept mail, so retrying is useless. The message is for the log. */
export class MailRefused extends Error {}

/** Stores a message for viewing; does nothing if one with the same key is stored already. */
export type StoreMail = (message: { readonly channel: 'email' } & Mail) => Promise<void>

/** Replaces an email provider when there are no credentials: stores emails for viewing, sends nothing. */
export function embeddedEmail(keep: StoreMail): Email {
  return { send: (mail) => keep({ channel: 'email', ...mail }) }
}
