export interface Mail {
  /** A bare address: 'ann@club.example'. */
  readonly to: string
  readonly golferId?: number
  readonly subject: string
  readonly body: string
  /** The body as HTML. The caller must escape user input. */
  readonly html: string
  /** The URL to which a mail program sends a POST to unsubscribe the reader (RFC 8058). */
  readonly unsubscribe?: string
  /** An iCalendar file to attach (RFC 5545, METHOD:PUBLISH). */
  readonly calendar?: string
  /** Idempotency key: the same for every attempt to send this email, and unique to it. */
  readonly key: string
}

/** A call takes at most 30 seconds, even if the provider hangs. */
export interface EmailProvider {
  /** @throws MailRefused if the address does not accept mail. After any other error, a retry can succeed. */
  send(mail: Mail): Promise<void>
}

/** Thrown when an address will never accept mail, so a retry is useless. The message is for the log. */
export class MailRefused extends Error {}

/** Stores emails for the outbox. `keep` does nothing if an email with the same key is already stored. */
export function outboxEmail(
  keep: (message: { readonly channel: 'email' } & Mail) => Promise<void>,
): EmailProvider {
  return { send: (mail) => keep({ channel: 'email', ...mail }) }
}
