/** A phone's push subscription, as the phone's browser returns it. */
export interface PushTarget {
  /** The push service's URL for messages to this phone. */
  readonly endpoint: string
  /** The phone's public key (`p256dh`) and secret (`auth`) from RFC 8291, in base64url. */
  readonly p256dh: string
  readonly auth: string
}

export interface PushMessage {
  /** The text to send. It is encrypted for the phone, so the push service cannot read it. */
  readonly payload: string
  /** How long the push service keeps the message for a phone that is offline, in seconds. */
  readonly seconds: number
  readonly urgency: 'normal' | 'high'
  /** A newer message with the same topic replaces a pending one. At most 32 base64url characters. */
  readonly topic: string
}

/** Sends push notifications. A call takes a few seconds at most, even if the push service hangs. */
export interface PushProvider {
  /** Returns the public key that browsers need to subscribe (RFC 8292), in base64url. */
  publicKey(): Promise<string>
  /** Returns whether the app may send messages to this URL. */
  isEndpoint(endpoint: string): boolean
  /**
   * Sends one message. Returns 'gone' if the subscription no longer exists.
   * @throws PushRefused if the push service rejects our message or our credentials
   * @throws Error for any other failure. The push service may or may not have the message; retry it.
   */
  send(target: PushTarget, message: PushMessage): Promise<'taken' | 'gone'>
}

export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Thrown when the push service rejects our message or our credentials. The phone's subscription may still be
 * valid: a wrong clock or wrong keys on our side affect all phones.
 */
export class PushRefused extends Error {}
