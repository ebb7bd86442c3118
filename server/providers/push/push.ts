/** A phone, as its browser describes it to us. */
export interface PushTarget {
  /** Where its push service takes messages. */
  readonly endpoint: string
  /** The phone's public key and secret (RFC 8291), base64url. */
  readonly p256dh: string
  readonly auth: string
}

export interface PushMessage {
  /** Encrypted for the phone: the push service cannot read it. */
  readonly payload: string
  /** How long the push service keeps it for a phone that is off. */
  readonly seconds: number
  readonly urgency: 'normal' | 'high'
  /** One that waits at the push service is replaced by the next of its topic: 32 characters of base64url at most. */
  readonly topic: string
}

/** How notifications leave the house. Every call ends within a few seconds, whatever the push service does. */
export interface Push {
  /** The key that browsers ask for to subscribe (RFC 8292), base64url. */
  publicKey(): Promise<string>
  /** Whether messages may be sent to such an address at all. */
  isEndpoint(endpoint: string): boolean
  /**
   * Hands one message over. 'gone' for a phone that takes none any more.
   * @throws PushRefused where the push service wants it from us not at all
   * @throws Error for anything else: the push service may have it or not, and it may be tried again
   */
  send(target: PushTarget, message: PushMessage): Promise<'taken' | 'gone'>
}

export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * The push service did not take what we sent, or who we are. That says nothing of the phone: our clock or
 * our keys may be wrong, for all phones at once.
 */
export class PushRefused extends Error {}
