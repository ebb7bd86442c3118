/** A phone's push subscription, as its browser describes it. */
export interface PushTarget {
  /** The URL where its push service accepts messages. */
  readonly endpoint: string
  /** The phone's public key and secret (RFC 8291), base64url. */
  readonly p256dh: string
  readonly auth: string
}

export interface PushMessage {
  /** Sent encrypted for the phone, so that the push service cannot read it. */
  readonly payload: string
  /** How long the push service keeps it for a phone that is off, in seconds. */
  readonly seconds: number
  readonly urgency: 'normal' | 'high'
  /** A newer message with the same topic replaces a pending one. At most 32 base64url characters. */
  readonly topic: string
}

/** Sends push notifications. Every call ends within a few seconds, whatever the push service does. */
export interface Push {
  /** Returns the public key that browsers need to subscribe (RFC 8292), base64url. */
  publicKey(): Promise<string>
  /** Returns whether messages may be sent to this URL at all. */
  isEndpoint(endpoint: string): boolean
  /**
   * Sends one message. Returns 'gone' if the subscription no longer exists.
   * @throws PushRefused when the push service rejects our message or our credentials
   * @throws Error for anything else: the push service may have the message or not; it can be retried
   */
  send(target: PushTarget, message: PushMessage): Promise<'taken' | 'gone'>
}

export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * The push service rejected our message or our credentials. That says nothing about the phone: our clock
 * or keys may be wrong, which affects all phones.
 */
export class PushRefused extends Error {}
