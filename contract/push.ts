import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done } from './fields.ts'

export const readPushStatus = endpoint('GET', '/api/my-push-subscriptions', {
  summary: 'Whether this phone gets notifications, and the key to subscribe with',
  response: z.object({
    /** The public key that identifies us to push services (RFC 8292), base64url. */
    publicKey: z.string(),
    isOn: z.boolean(),
  }),
})

export const addPushSubscription = endpoint('POST', '/api/my-push-subscriptions', {
  summary:
    'Send notifications to this phone until its session ends; replaces its previous subscription',
  /** A subscription as browsers create it. */
  body: z.object({
    endpoint: z.string().check(z.minLength(1), z.maxLength(1_000)),
    /** The phone's public key: an uncompressed P-256 point, base64url. */
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/, 'Must be a key made by a browser')),
    /** The secret that the phone shares with us: 16 bytes, base64url. */
    auth: z.string().check(z.regex(/^[\w-]{22}$/, 'Must be a secret made by a browser')),
  }),
  response: done,
  status: 201,
})

export const endPushSubscription = endpoint('DELETE', '/api/my-push-subscriptions', {
  summary: 'Stop notifying this phone; without a subscription, nothing changes',
  response: done,
})

/** A push notification, as the service worker receives it. */
export interface Notice {
  readonly title: string
  readonly body: string
  /** The screen that a tap opens. */
  readonly path: string
  /** A notification replaces an earlier one with the same tag. */
  readonly tag: string
  /** The label of a button. It opens the same screen, where the golfer then decides. */
  readonly action?: string
}
