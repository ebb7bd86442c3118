import { isIP } from 'node:net'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { MINUTE_MS } from '../clock.ts'
import { AppError } from '../errors.ts'

/** How many calls each golfer may make per minute. Calls without a session are counted per network. */
const BUDGETS = {
  /** Calls that check a password: few, to slow down guessing, but enough for a clubhouse. */
  password: 60,
  /** Calls that create accounts or send mail to an address in the input. */
  signup: 30,
  public: 300,
  feed: 30,
  read: 600,
  write: 120,
  /** Calls that are refused before any other budget counts them: see count-failures.ts. */
  failed: 600,
}

export type RateClass = keyof typeof BUDGETS

export type RateLimits = Awaited<ReturnType<typeof createRateLimits>>

/** Creates the rate limits. Each node counts in its own memory, so two nodes allow twice as many calls. */
export async function createRateLimits(app: FastifyInstance, isEnabled: boolean) {
  await app.register(fastifyRateLimit, { global: false })
  const keyByRequest = new WeakMap<FastifyRequest, string>()
  const networkByRequest = new WeakMap<FastifyRequest, string>()
  const limiterByRate = new Map(
    Object.entries(BUDGETS).map(([rate, max]) => {
      const keyGenerator = (request: FastifyRequest) => `${rate} ${keyByRequest.get(request)}`
      return [rate, app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator })]
    }),
  )
  async function checkBudget(
    rate: RateClass,
    request: FastifyRequest,
    golferId: number | undefined,
    increment: boolean,
  ): Promise<void> {
    if (!isEnabled) return
    // Remember the network: after the response, the connection may no longer have an address.
    const network = networkByRequest.get(request) ?? networkOf(request)
    networkByRequest.set(request, network)
    keyByRequest.set(request, golferId === undefined ? network : `golfer ${golferId}`)
    const result = await limiterByRate.get(rate)?.(request, { increment })
    if (result === undefined || result.isAllowed) return
    if (!result.isExceeded && (increment || result.remaining > 0)) return
    const seconds = result.ttlInSeconds
    throw new AppError(
      'RATE_LIMITED',
      `Too many attempts. Wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
      { retryAfter: seconds },
    )
  }
  const countedRequests = new WeakSet<FastifyRequest>()
  return {
    /** Counts a call for the golfer or, without a golfer, for the network. @throws AppError RATE_LIMITED */
    spend(rate: RateClass, request: FastifyRequest, golferId?: number): Promise<void> {
      countedRequests.add(request)
      return checkBudget(rate, request, golferId, true)
    },
    check: (rate: RateClass, request: FastifyRequest, golferId?: number): Promise<void> =>
      checkBudget(rate, request, golferId, false),
    hasCounted: (request: FastifyRequest): boolean => !isEnabled || countedRequests.has(request),
  }
}

const MAX_ADDRESS_LENGTH = 64

/** Returns an IPv4 address, or the /64 of an IPv6 address (a household). Ignores a bad `X-Forwarded-For`. */
export function networkOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return networkIn(ip) ?? networkIn(socket.remoteAddress) ?? 'unknown'
}

function networkIn(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_ADDRESS_LENGTH) return undefined
  // Some proxies add the port: '203.0.113.7:4711', '[2001:db8::1]:4711'.
  const withoutPort =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const address = withoutPort.split('%', 1)[0] ?? ''
  // The library would also accept '1.2' and '0x7f.1' as IPv4 addresses, which no proxy sends.
  if (isIP(address) === 0) return undefined
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const prefixGroups = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefixGroups.join(':')}::/64`
}
