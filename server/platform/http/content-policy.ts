import type { FastifyInstance } from 'fastify'

/** What a document may load and do: what is this origin's own, and nothing inline. */
export const CONTENT_POLICY = {
  defaultSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The house's policy as a header's value, with more sources for some kinds of content. */
export function contentPolicyWith(more: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries({ ...CONTENT_POLICY, ...more })
    .map(([name, sources]) => `${name.replace(/[A-Z]/g, '-$&').toLowerCase()} ${sources.join(' ')}`)
    .join(';')
}

/** What browsers can do and no screen of ours needs. Chromium warns of names it does not know. */
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

/** Stripe's card form asks for wallets like Apple Pay from within its frame. */
const PERMISSIONS = [
  ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
  'payment=(self "https://js.stripe.com")',
].join(', ')

/** Adds a Permissions-Policy to every document, so that a script in one can ask for little. */
export function allowFewFeatures(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const type = reply.getHeader('content-type')
    if (String(type).startsWith('text/html')) reply.header('permissions-policy', PERMISSIONS)
    done(null, payload)
  })
}
