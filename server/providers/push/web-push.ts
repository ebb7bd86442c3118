import { lookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { Agent, request as tlsRequest } from 'node:https'
import { createRequire } from 'node:module'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type * as WebPush from 'web-push'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { addPushSubscription } from '../../../contract/push.ts'

/** A phone's subscription (RFC 8291). */
export type PushTarget = BodyOf<typeof addPushSubscription>

export interface PushMessage {
  /** The notification as JSON, not encrypted. `send` encrypts it, so the push service cannot read it. */
  readonly payload: string
  /** How long the push service keeps the message for a phone that is offline, in seconds. */
  readonly ttlSeconds: number
  readonly urgency: 'normal' | 'high'
  /** A newer message with the same topic replaces a pending one. At most 32 base64url characters. */
  readonly topic: string
}

export type PushKeys = WebPush.VapidKeys

/** Thrown if the push service rejects our message or credentials. The subscription may still be valid. */
export class PushRefused extends Error {}

const load = createRequire(import.meta.url)

const TIMEOUT_MS = 3_000

const webPushPackage = (): typeof WebPush => load('web-push')

export function newPushKeys(): PushKeys {
  return webPushPackage().generateVAPIDKeys()
}

interface WebPushOptions {
  /** Reads our keys. The result is cached. After a failure, the next call reads them again. */
  readonly keys: () => Promise<PushKeys>
  /** A URL (`https:` or `mailto:`) at which push services can contact the operator. */
  readonly subject: string
  readonly allowLoopback: boolean
}

export type PushProvider = ReturnType<typeof webPush>

/** Web Push: RFC 8030, 8291 and 8292. */
export function webPush({ keys, subject, allowLoopback }: WebPushOptions) {
  let cachedKeys: Promise<PushKeys> | undefined
  const readKeys = () => {
    cachedKeys ??= keys().catch((error: unknown) => {
      cachedKeys = undefined
      throw error
    })
    return cachedKeys
  }
  const agent = new Agent({ lookup: lookupPublicAddress, keepAlive: true, timeout: TIMEOUT_MS })

  return {
    publicKey: async () => (await readKeys()).publicKey,

    isAllowedEndpoint: (endpoint: string) => isAllowedEndpoint(endpoint, allowLoopback),

    /**
     * Returns 'gone' if the subscription no longer exists or is invalid.
     * @throws PushRefused. After any other error, the push service may have accepted the message.
     */
    async send(target: PushTarget, message: PushMessage): Promise<'taken' | 'gone'> {
      const vapidDetails = { ...(await readKeys()), subject }
      if (!isAllowedEndpoint(target.endpoint, allowLoopback)) return 'gone'
      const request = requestOf(target, message, vapidDetails)
      if (request === undefined) return 'gone'
      const status = await post(request, agent)
      if (status >= 200 && status < 300) return 'taken'
      // 404 and 410 mean that the subscription no longer exists (RFC 8030, 7.3). 401 and 403 can
      // also mean that our clock is wrong.
      if (status === 404 || status === 410) return 'gone'
      const description = `The push service at ${new URL(target.endpoint).host} returned ${status}`
      const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429
      throw isRefusal ? new PushRefused(description) : new Error(description)
    },
  }
}

/** Returns undefined if the phone's keys are invalid. */
function requestOf(
  { endpoint, p256dh, auth }: PushTarget,
  { payload, ttlSeconds, urgency, topic }: PushMessage,
  vapidDetails: PushKeys & { subject: string },
): WebPush.RequestDetails | undefined {
  const { encrypt, generateRequestDetails } = webPushPackage()
  const contentEncoding = 'aes128gcm'
  const keys = { p256dh, auth }
  const options = { vapidDetails, TTL: ttlSeconds, urgency, topic, contentEncoding } as const
  try {
    return generateRequestDetails({ endpoint, keys }, payload, options)
  } catch (error) {
    try {
      encrypt(p256dh, auth, payload, contentEncoding)
    } catch {
      return undefined
    }
    throw error
  }
}

function post({ endpoint, method, headers, body }: WebPush.RequestDetails, agent: Agent) {
  return new Promise<number>((resolve, reject) => {
    const options = { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
    const request = endpoint.startsWith('https:')
      ? tlsRequest(endpoint, { ...options, agent })
      : plainRequest(endpoint, options)
    request.on('response', (answer) => {
      answer.resume()
      answer.on('error', () => undefined)
      resolve(answer.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** The range of all public IPv6 addresses (IANA IPv6 Global Unicast Address Assignments). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Clients choose the URL, so it must not lead to our network. `allowLoopback` allows http://127.0.0.1. */
export function isAllowedEndpoint(endpoint: string, allowLoopback: boolean): boolean {
  const url = endpoint.length > 1_000 ? null : URL.parse(endpoint)
  if (url === null) return false
  const { protocol, hostname, port, username, password } = url
  if (username !== '' || password !== '') return false
  if (allowLoopback && protocol === 'http:' && hostname === '127.0.0.1') return true
  if (protocol !== 'https:' || port !== '') return false
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false
  return (
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) && !/\.(local|internal|localhost)$/.test(hostname)
  )
}

/** An IPv6 address that embeds an IPv4 address counts as private, because the IPv4 address may be private. */
export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return true
  // The library treats ranges that it does not know, such as ::/96 and fe00::/9, as unicast.
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)
}

/** Fails if one of the host's addresses is not on the public internet. */
export const lookupPublicAddress: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined) {
      done(error ?? new Error(`${hostname} has no address`), '', 0)
      return
    }
    const hasPrivateAddress = addresses.some(({ address }) => isPrivateAddress(address))
    if (hasPrivateAddress) done(new Error(`${hostname} resolves to a private network`), '', 0)
    else if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}
