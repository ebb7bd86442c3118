/** One text to one phone. */
export interface Text {
  /** E.164. */
  readonly to: string
  /** Whose number that is; null for nobody's. */
  readonly golferId: number | null
  readonly body: string
  /** The same for each try to send this text, and for no other text. */
  readonly key: string
}

/** What a provider says that it has taken. */
export interface TakenText {
  /** The provider's id of the text, by which it reports later. */
  readonly providerId: string
  /** The parts it is sent in, which is what it costs. */
  readonly segments: number
}

/** How texts leave the house. Every call ends within a few seconds, whatever the provider does. */
export interface Texts {
  /** Whether they reach phones, or are kept in the outbox. */
  readonly kind: 'sent' | 'kept'
  /**
   * Hands one text over; done means that the provider has taken it.
   * @throws TextRefused when this number takes no text of ours
   * @throws Error for anything else: the provider may have it or not, and it may be tried again
   */
  send(text: Text): Promise<TakenText>
  /**
   * Looks for a text that was handed over without an answer: providers know no keys, so it is found by
   * number, words and time.
   * @param since when the earliest try began
   * @param known provider ids that belong to other texts
   * @throws Error when the provider cannot be asked
   */
  find(text: Text, since: Date, known: readonly string[]): Promise<TakenText | undefined>
}

/** Why a number takes no text: it said STOP, it is no number for texts, or we may not text it. */
export type RefusalReason = 'opted-out' | 'bad-number' | 'unregistered'

/** Trying again is no use. The message is for the log. */
export class TextRefused extends Error {
  readonly reason: RefusalReason
  /** The provider's. */
  readonly code: string
  constructor(reason: RefusalReason, code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
    this.code = code
  }
}
