import { request as plainRequest } from 'node:http'
import { Agent, request as tlsRequest } from 'node:https'
import { createRequire } from 'node:module'
import type * as WebPush from 'web-push'
import { isEndpoint, lookupOutside } from './endpoint.ts'
import { type Push, type PushKeys, type PushMessage, PushRefused, type PushTarget } from './push.ts'

const load = createRequire(import.meta.url)

const TIMEOUT_MS = 3_000

/**
 * The phone has no such subscription any more: RFC 8030, section 7.3, and as Mozilla, Google and Apple
 * document it. Not 401 and 403 (RFC 8292, section 4.2), which a clock of ours that is wrong brings too.
 */
const GONE: readonly number[] = [404, 410]

/** Too slow or too many: no refusal of what was sent, though among their numbers. */
const LATER: readonly number[] = [408, 429]

/** The package is loaded by whoever pushes first. */
function webPushPackage(): typeof WebPush {
  return load('web-push')
}

export function newPushKeys(): PushKeys {
  return webPushPackage().generateVAPIDKeys()
}

export interface WebPushOptions {
  /** Asked once. */
  readonly keys: () => Promise<PushKeys>
  /** Where push services may complain: a web address or a `mailto:`. */
  readonly subject: string
  /** Also sends to this machine, for tests. */
  readonly loopback: boolean
}

/** Web Push by the browsers' own push services: RFC 8030, 8291 and 8292. */
export function webPush({ keys, subject, loopback }: WebPushOptions): Push {
  let asked: Promise<PushKeys> | undefined
  const readKeys = () => {
    asked ??= keys().catch((error: unknown) => {
      asked = undefined
      throw error
    })
    return asked
  }
  const agent = new Agent({ lookup: lookupOutside, keepAlive: true, timeout: TIMEOUT_MS })

  return {
    publicKey: async () => (await readKeys()).publicKey,

    isEndpoint: (endpoint) => isEndpoint(endpoint, loopback),

    async send(target, message) {
      const vapidDetails = { ...(await readKeys()), subject }
      const request = isEndpoint(target.endpoint, loopback)
        ? requestOf(target, message, vapidDetails)
        : undefined
      if (request === undefined) return 'gone'
      const status = await post(request, agent)
      if (status >= 200 && status < 300) return 'taken'
      if (GONE.includes(status)) return 'gone'
      const said = `The push service at ${new URL(target.endpoint).host} answered ${status}`
      const isRefusal = status >= 400 && status < 500 && !LATER.includes(status)
      throw isRefusal ? new PushRefused(said) : new Error(said)
    },
  }
}

/**
 * Undefined for a phone whose keys are none.
 * @throws Error where it is ours that are none
 */
function requestOf(
  { endpoint, p256dh, auth }: PushTarget,
  { payload, seconds, urgency, topic }: PushMessage,
  vapidDetails: PushKeys & { subject: string },
): WebPush.RequestDetails | undefined {
  const { encrypt, generateRequestDetails } = webPushPackage()
  const contentEncoding = 'aes128gcm'
  const keys = { p256dh, auth }
  const options = { vapidDetails, TTL: seconds, urgency, topic, contentEncoding } as const
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

/** Answers the status alone: what a push service says beside it is of no use to us. */
function post({ endpoint, method, headers, body }: WebPush.RequestDetails, agent: Agent) {
  return new Promise<number>((resolve, reject) => {
    const options = { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
    const sending = endpoint.startsWith('https:')
      ? tlsRequest(endpoint, { ...options, agent })
      : plainRequest(endpoint, options)
    sending.on('response', (answer) => {
      answer.resume()
      answer.on('error', () => undefined)
      resolve(answer.statusCode ?? 0)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}
