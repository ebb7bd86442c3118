import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** Calls allowed in a window, for each golfer or, without a session, each address. */
const BUDGETS = {
  /** Calls that try a password: slow guessing down. */
  password: { max: 10, timeWindow: 60_000 },
  /** Public calls without a session. */
  public: { max: 120, timeWindow: 60_000 },
  read: { max: 600, timeWindow: 60_000 },
  write: { max: 120, timeWindow: 60_000 },
} as const

export type RateClass = keyof typeof BUDGETS

export interface RateLimits {
  /** @throws AppError RATE_LIMITED when the caller's budget of this class is used up. */
  spend(rate: RateClass, request: FastifyRequest, golferId: number | undefined): Promise<void>
}

/** Budgets are counted in this node's memory: two nodes allow twice as much. */
export async function rateLimits(app: FastifyInstance, enabled: boolean): Promise<RateLimits> {
  if (!enabled) return { spend: async () => {} }
  await app.register(fastifyRateLimit, { global: false })
  const limiters = Object.fromEntries(
    Object.entries(BUDGETS).map(([rate, budget]) => [
      rate,
      app.createRateLimit({
        ...budget,
        keyGenerator: (request) => `${rate}:${request.rateKey ?? request.ip}`,
      }),
    ]),
  )
  return {
    async spend(rate, request, golferId) {
      if (golferId !== undefined) request.rateKey = `golfer ${golferId}`
      const result = await limiters[rate]?.(request)
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the budget is counted for, where that is not the address. */
    rateKey?: string
  }
}
