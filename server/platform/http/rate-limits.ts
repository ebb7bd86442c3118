import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { networkOf } from './network-of.ts'

/** Calls allowed in a window, for each golfer or, without a session, each network. */
const BUDGETS = {
  /** Calls that try a password: slow guessing down, without shutting out a whole club house. */
  password: { max: 60, timeWindow: 60_000 },
  /** Calls that make accounts or send mail to whatever address they name. */
  signup: { max: 30, timeWindow: 60_000 },
  /** Public calls without a session. */
  public: { max: 300, timeWindow: 60_000 },
  /** Of one golfer's feed, however many calendars look at it: apart from what its golfer reads. */
  feed: { max: 30, timeWindow: 60_000 },
  read: { max: 600, timeWindow: 60_000 },
  write: { max: 120, timeWindow: 60_000 },
  /** Calls refused before any of these budgets counted them: see count-failures.ts. */
  failed: { max: 600, timeWindow: 60_000 },
} as const

export type RateClass = keyof typeof BUDGETS

export interface Spender {
  golferId?: number | undefined
}

export interface RateLimits {
  /**
   * Counts a call of a golfer or, without one, of the network it comes from.
   * @throws AppError RATE_LIMITED when the budget is used up
   */
  spend(rate: RateClass, request: FastifyRequest, by: Spender): Promise<void>
  /** As {@link spend}, without counting this call. */
  check(rate: RateClass, request: FastifyRequest, by: Spender): Promise<void>
  /** Whether a budget has counted this request. */
  hasCounted(request: FastifyRequest): boolean
}

const UNLIMITED: RateLimits = {
  spend: async () => {},
  check: async () => {},
  hasCounted: () => true,
}

/** Budgets are counted in this node's memory: two nodes allow twice as much. */
export async function rateLimits(app: FastifyInstance, enabled: boolean): Promise<RateLimits> {
  if (!enabled) return UNLIMITED
  await app.register(fastifyRateLimit, { global: false })
  const keys = new WeakMap<FastifyRequest, string>()
  const networks = new WeakMap<FastifyRequest, string>()
  const limiters = new Map(
    Object.entries(BUDGETS).map(([rate, budget]) => [
      rate,
      app.createRateLimit({
        ...budget,
        keyGenerator: (request) => `${rate} ${keys.get(request)}`,
      }),
    ]),
  )
  async function look(
    rate: RateClass,
    request: FastifyRequest,
    { golferId }: Spender,
    increment: boolean,
  ): Promise<void> {
    // Kept from the first look: after the answer the connection may have no address any more.
    const network = networks.get(request) ?? networkOf(request)
    networks.set(request, network)
    keys.set(request, golferId === undefined ? network : `golfer ${golferId}`)
    const result = await limiters.get(rate)?.(request, { increment })
    if (result === undefined || result.isAllowed) return
    if (result.isExceeded || (!increment && result.remaining === 0)) {
      const seconds = result.ttlInSeconds
      throw new AppError(
        'RATE_LIMITED',
        `Too many tries. Wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
        { retryAfter: seconds },
      )
    }
  }
  const counted = new WeakSet<FastifyRequest>()
  return {
    spend(rate, request, by) {
      counted.add(request)
      return look(rate, request, by, true)
    },
    check: (rate, request, by) => look(rate, request, by, false),
    hasCounted: (request) => counted.has(request),
  }
}
