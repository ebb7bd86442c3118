import { SegmentedMessage } from 'sms-segments-calculator'

export interface TextMessage {
  readonly to: string
  readonly golferId: number | null
  readonly body: string
  /** Idempotency key: the same for every attempt to send this text, and unique to it. */
  readonly key: string
}

export interface AcceptedText {
  /** The provider's id for the text. The provider's delivery reports contain it. */
  readonly providerId: string
  /** How many segments the text is sent in. The provider charges for each. */
  readonly segments: number
}

/** A call takes a few seconds at most, even if the provider hangs. */
export interface TextProvider {
  /** 'sent' if texts go to phones, 'kept' if they go to the outbox of local mode. */
  readonly kind: 'sent' | 'kept'
  /**
   * @throws TextRefused if the number cannot get texts. After any other error, the provider may have the
   * text, so call `find` before a retry.
   */
  send(text: TextMessage): Promise<AcceptedText>
  /** Finds a text for which `send` began at `since` and got no response. Ignores texts with `known` ids. */
  find(text: TextMessage, since: Date, known: readonly string[]): Promise<AcceptedText | undefined>
}

/**
 * Why a number gets no texts. 'opted-out': the golfer replied STOP. 'bad-number': the number cannot get
 * texts. 'unregistered': our account has no permission to text the number.
 */
export type RefusalReason = 'opted-out' | 'bad-number' | 'unregistered'

/** Thrown when the provider refuses a text, so a retry is useless. The message is for the log. */
export class TextRefused extends Error {
  readonly reason: RefusalReason
  readonly code: string
  constructor(reason: RefusalReason, code: string, message: string) {
    super(message)
    this.reason = reason
    this.code = code
  }
}

/** Stores texts for the outbox. `keep` does nothing if a text with the same key is already stored. */
export function outboxTexts(
  keep: (text: { readonly channel: 'text' } & TextMessage) => Promise<void>,
): TextProvider {
  return {
    kind: 'kept',
    async send(text) {
      await keep({ channel: 'text', ...text })
      return { providerId: `kept:${text.key}`, segments: segmentsOf(text.body) }
    },
    // No search is needed, because a retry of `send` does not store the text twice.
    find: async () => undefined,
  }
}

/** Returns how many segments the text takes: encoded in GSM 03.38 if possible, else in UCS-2. */
export function segmentsOf(body: string): number {
  return new SegmentedMessage(body).segmentsCount
}
