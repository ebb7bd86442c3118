import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** Calls allowed in a window, for each golfer or, without a session, each network. */
const BUDGETS = {
  /** Calls that try a password: slow guessing down, without shutting out a whole club house. */
  password: { max: 60, timeWindow: 60_000 },
  /** Tries of one account's password: by its golfer, or from one network. */
  account: { max: 10, timeWindow: 60_000 },
  /** Calls that make accounts or send mail to whatever address they name. */
  signup: { max: 30, timeWindow: 60_000 },
  /** Public calls without a session. */
  public: { max: 300, timeWindow: 60_000 },
  /** Of one golfer's feed, however many calendars look at it: apart from what its golfer reads. */
  feed: { max: 30, timeWindow: 60_000 },
  read: { max: 600, timeWindow: 60_000 },
  write: { max: 120, timeWindow: 60_000 },
} as const

export type RateClass = keyof typeof BUDGETS

export interface Spender {
  golferId?: number | undefined
  account?: string | undefined
}

export interface RateLimits {
  /**
   * Counts a call of a golfer or, without one, of the network it comes from; `account` narrows the
   * latter's budget to tries at that account.
   * @throws AppError RATE_LIMITED when the budget is used up
   */
  spend(rate: RateClass, request: FastifyRequest, by: Spender): Promise<void>
}

/** Budgets are counted in this node's memory: two nodes allow twice as much. */
export async function rateLimits(app: FastifyInstance, enabled: boolean): Promise<RateLimits> {
  if (!enabled) return { spend: async () => {} }
  await app.register(fastifyRateLimit, { global: false })
  const keys = new WeakMap<FastifyRequest, string>()
  const limiters = new Map(
    Object.entries(BUDGETS).map(([rate, budget]) => [
      rate,
      app.createRateLimit({
        ...budget,
        keyGenerator: (request) => `${rate} ${keys.get(request)}`,
      }),
    ]),
  )
  return {
    async spend(rate, request, { golferId, account = '' }) {
      const network = `${networkOf(request.ip)} ${account}`
      keys.set(request, golferId === undefined ? network : `golfer ${golferId}`)
      const result = await limiters.get(rate)?.(request)
      if (result !== undefined && !result.isAllowed && result.isExceeded) {
        const seconds = result.ttlInSeconds
        throw new AppError(
          'RATE_LIMITED',
          `Too many tries. Wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
          { retryAfter: seconds },
        )
      }
    },
  }
}

/** Where a call comes from; of an IPv6 address the /64, as a household has all addresses in its own. */
function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip
  return ip.split(':').slice(0, 4).join(':')
}
