import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done } from './fields.ts'

/** What a browser needs to subscribe, and whether the phone of this session has. */
const pushStanding = z.object({
  /** The key that push services know us by (RFC 8292), base64url. */
  publicKey: z.string(),
  isOn: z.boolean(),
})

/** A subscription as browsers make it. */
const subscriptionForm = z.object({
  endpoint: z.string().check(z.minLength(1), z.maxLength(1_000)),
  /** The phone's public key: an uncompressed point of P-256, base64url. */
  p256dh: z.string().check(z.regex(/^B[\w-]{86}$/, 'Must be a key as browsers make it')),
  /** The secret that it shares with us: 16 bytes, base64url. */
  auth: z.string().check(z.regex(/^[\w-]{22}$/, 'Must be a secret as browsers make it')),
})

export const readPushStanding = endpoint({
  method: 'GET',
  path: '/api/my-push-subscriptions',
  summary: 'Whether this phone is notified, and the key for it to subscribe with',
  answer: pushStanding,
})

export const addPushSubscription = endpoint({
  method: 'POST',
  path: '/api/my-push-subscriptions',
  summary: 'Notify this phone until its session ends; its subscription before this one ends',
  body: subscriptionForm,
  answer: done,
  status: 201,
})

export const endPushSubscription = endpoint({
  method: 'DELETE',
  path: '/api/my-push-subscriptions',
  summary: 'Notify this phone no more; ending what is not there changes nothing',
  answer: done,
})

/** What a notification says, as the service worker reads it. Nothing in it opens anything by itself. */
export interface Notice {
  readonly title: string
  readonly body: string
  /** The screen that a tap opens. */
  readonly path: string
  /** One of the same tag is replaced. */
  readonly tag: string
  /** A button that opens the screen, where a tap decides. */
  readonly action?: string
}
