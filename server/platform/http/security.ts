import { IncomingMessage, ServerResponse } from 'node:http'
import { isIP, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { type Config, isLoopback } from '../config.ts'
import { AppError } from '../errors.ts'

/** Computes Helmet's headers once. Helmet's Fastify plugin spends 4% of a request's time on them. */
export function addSecurityHeaders(
  app: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): void {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_POLICY },
    strictTransportSecurity: publicUrl?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    xFrameOptions: { action: 'deny' },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error
  })
  const headers = { ...response.getHeaders() }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Allows only content from this origin, nothing inline. serve-web.ts adds the hashes of inline parts. */
const CONTENT_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Returns a header value: the default policy, extended and overridden by `directives`. */
export function contentPolicyWith(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries({ ...CONTENT_POLICY, ...directives })
    .map(([name, sources]) => `${name.replace(/[A-Z]/g, '-$&').toLowerCase()} ${sources.join(' ')}`)
    .join(';')
}

/**
 * Turns off browser features that no screen needs. Omits names that Chromium does not know and would warn
 * about. Lets Stripe's card form, which runs in a frame, request payments with wallets such as Apple Pay.
 */
const PERMISSIONS_POLICY = [
  'accelerometer=()',
  'autoplay=()',
  'browsing-topics=()',
  'camera=()',
  'display-capture=()',
  'encrypted-media=()',
  'geolocation=()',
  'gyroscope=()',
  'hid=()',
  'idle-detection=()',
  'local-fonts=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'picture-in-picture=()',
  'screen-wake-lock=()',
  'serial=()',
  'usb=()',
  'xr-spatial-tracking=()',
  'payment=(self "https://js.stripe.com")',
].join(', ')

export function allowFewFeatures(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const type = reply.getHeader('content-type')
    if (String(type).startsWith('text/html')) reply.header('permissions-policy', PERMISSIONS_POLICY)
    done(null, payload)
  })
}

/**
 * In local mode, accepts only requests whose `Host` names this machine or the host of PUBLIC_URL: the outbox
 * and the demo are open to anyone here, so any web page could read them if its domain resolved to 127.0.0.1
 * (DNS rebinding). If other machines can connect, also accepts any IP address as `Host`, because IP addresses
 * cannot be rebound.
 */
export function acceptOnlyLocalHosts(
  app: FastifyInstance,
  { isProduction, host, publicUrl }: Pick<Config, 'isProduction' | 'host' | 'publicUrl'>,
): void {
  if (isProduction) return
  const publicName = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  const acceptsAddresses = !isLoopback(host)
  app.addHook('onRequest', async ({ headers }) => {
    const name = nameIn(headers.host)
    const unbracketed = name.replace(/^\[|\]$/g, '')
    const isAcceptedAddress = acceptsAddresses && isIP(unbracketed) !== 0
    if (isLoopback(unbracketed) || name === publicName || isAcceptedAddress) return
    throw new AppError(
      'WRONG_HOST',
      'Fourball is running in local mode and only responds at localhost. Open it at http://localhost with its port, or set PUBLIC_URL to the address you use.',
    )
  })
}

/** Returns the name or address in a `Host` header, or '' if the header is malformed. */
function nameIn(host = ''): string {
  const isWellFormed = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host)
  return (isWellFormed && URL.parse(`http://${host}`)?.hostname) || ''
}
