import { SegmentedMessage } from 'sms-segments-calculator'

/** One text to one phone. */
export interface Text {
  /** E.164. */
  readonly to: string
  /** The golfer with this number; null if nobody has it. */
  readonly golferId: number | null
  readonly body: string
  /** Idempotency key: the same for every attempt to send this text, and unique to it. */
  readonly key: string
}

/** A text that the provider has accepted. */
export interface AcceptedText {
  /** The provider's id for the text, which its later reports refer to. */
  readonly providerId: string
  /** How many segments it is sent in, which determines the cost. */
  readonly segments: number
}

/** Sends texts. Every call ends within a few seconds, whatever the provider does. */
export interface Texts {
  /** Whether texts go to phones or to the local outbox. */
  readonly kind: 'sent' | 'kept'
  /**
   * Sends one text; resolves once the provider has accepted it.
   * @throws TextRefused when this number cannot get texts from us
   * @throws Error for anything else: the provider may have the text or not; it can be retried
   */
  send(text: Text): Promise<AcceptedText>
  /**
   * Looks for a text that was sent without a response. Providers have no idempotency keys, so it is found
   * by number, wording and time.
   * @param since when the first attempt began
   * @param known provider ids that belong to other texts
   * @throws Error when the provider cannot be reached
   */
  find(text: Text, since: Date, known: readonly string[]): Promise<AcceptedText | undefined>
}

/** Why a number gets no texts: it replied STOP, it cannot receive texts, or we may not text it. */
export type RefusalReason = 'opted-out' | 'bad-number' | 'unregistered'

/** The text was refused; retrying is useless. The message is for the log. */
export class TextRefused extends Error {
  readonly reason: RefusalReason
  /** The provider's error code. */
  readonly code: string
  constructor(reason: RefusalReason, code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
    this.code = code
  }
}

/** Stores a text for viewing; does nothing if one with the same key is stored already. */
export type StoreText = (text: { readonly channel: 'text' } & Text) => Promise<void>

/** Replaces a text provider when there are no credentials: stores texts for viewing, sends nothing. */
export function embeddedTexts(keep: StoreText): Texts {
  const taken = ({ key, body }: Text) => ({ providerId: `kept:${key}`, segments: segmentsOf(body) })
  return {
    kind: 'kept',
    async send(text) {
      await keep({ channel: 'text', ...text })
      return taken(text)
    },
    // Storing a text again changes nothing, so there is nothing to look for.
    find: async () => undefined,
  }
}

/** Returns how many segments a text is sent in (GSM 03.38, else UCS-2). */
export function segmentsOf(body: string): number {
  return new SegmentedMessage(body).segmentsCount
}
