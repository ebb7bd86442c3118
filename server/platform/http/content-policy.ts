import type { FastifyInstance } from 'fastify'

/** The content security policy of documents: only this origin's own content, and nothing inline. */
export const CONTENT_POLICY = {
  defaultSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Returns the policy as a header value, with the given sources for some kinds of content. */
export function contentPolicyWith(more: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries({ ...CONTENT_POLICY, ...more })
    .map(([name, sources]) => `${name.replace(/[A-Z]/g, '-$&').toLowerCase()} ${sources.join(' ')}`)
    .join(';')
}

/** Browser features that none of our screens need. Chromium warns about names it does not know. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
] as const

/** Stripe's card form requests wallets like Apple Pay from within its frame. */
const PERMISSIONS = [
  ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
  'payment=(self "https://js.stripe.com")',
].join(', ')

/** Adds a Permissions-Policy to every document, so that scripts can use few browser features. */
export function allowFewFeatures(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const type = reply.getHeader('content-type')
    if (String(type).startsWith('text/html')) reply.header('permissions-policy', PERMISSIONS)
    done(null, payload)
  })
}
