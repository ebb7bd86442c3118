/** One email to one person. */
export interface Mail {
  /** A bare address: 'ann@club.example'. */
  readonly to: string
  /** Whose address that is; left out for an address without an account. */
  readonly golferId?: number
  /** One line. */
  readonly subject: string
  /** Plain text. */
  readonly body: string
  /** The same as HTML; whoever writes it escapes what people typed. */
  readonly html: string
  /** Where the reader's mail program switches such mails off by one POST (RFC 8058). */
  readonly unsubscribe?: string
  /** An iCalendar file (RFC 5545) for the reader's calendar, METHOD:PUBLISH. */
  readonly calendar?: string
  /** The same for each try to send this mail, and for no other mail: a second try is no second mail. */
  readonly key: string
}

/** How emails leave the house. Every call ends within half a minute, whatever the provider does. */
export interface Email {
  /**
   * Hands one mail over; done means that the provider has taken it.
   * @throws MailRefused when this address takes no mail
   * @throws Error for anything else: the same mail may be taken later
   */
  send(mail: Mail): Promise<void>
}

/** The address takes no mail and never will: trying again is no use. The message is for the log. */
export class MailRefused extends Error {}
