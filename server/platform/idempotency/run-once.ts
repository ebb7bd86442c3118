import { createHash } from 'node:crypto'
import type { AnswerOf, Endpoint } from '../../../contract/endpoint.ts'
import type { Clock } from '../clock.ts'
import { type Database, inTransaction, type Queries } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { Call } from '../http/register-route.ts'
import { deleteKey, deleteKeysBefore, storeAnswer, takeKey } from './store.ts'

interface OnceContext {
  readonly db: Database
  readonly clock: Clock
}

type Handler<E extends Endpoint, S> = (call: Call<E, S>) => Promise<AnswerOf<E>>

const handlers = new WeakSet<object>()

/** Returns whether a handler was made by {@link runOnce}. */
export function isRunOnce(handler: object): boolean {
  return handlers.has(handler)
}

/**
 * Makes a handler that acts once for each `Idempotency-Key` (IETF draft
 * httpapi-idempotency-key-header). The key and the answer are stored in the same transaction as the
 * effect, so neither can exist without the other. A retry gets the first answer, and waits for it while
 * the first request is still running. A refusal is not stored, so the next attempt is decided again.
 * @param act does everything through the `db` it is given
 * @param refresh brings the first answer up to date for a retry
 */
export function runOnce<C extends OnceContext, E extends Endpoint, S>(
  ctx: C,
  act: (ctx: C, call: Call<E, S>) => Promise<AnswerOf<E>>,
  refresh: (ctx: C, first: AnswerOf<E>) => Promise<AnswerOf<E>> = async (_ctx, first) => first,
): Handler<E, S> {
  const handler: Handler<E, S> = async (call) => {
    const { intent } = call
    if (intent === undefined) return act(ctx, call)
    const result = await inTransaction(ctx.db, async (tx) => {
      const taken = await takeKey(tx, intent, ctx.clock.now())
      if (taken === undefined) throw new Error('An idempotency key was neither stored nor found')
      if (taken.answer !== null) {
        if (!taken.fingerprint.equals(intent.fingerprint)) {
          return new AppError(
            'IDEMPOTENCY_KEY_REUSED',
            'This Idempotency-Key was used for other content. Send a new key with new content.',
          )
        }
        const first: AnswerOf<E> = JSON.parse(taken.answer)
        return { first }
      }
      try {
        // A transaction can replace the pool here, because use cases only run queries on `db`.
        const answer = await act({ ...ctx, db: tx as Queries as Database }, call)
        await storeAnswer(tx, intent, JSON.stringify(answer))
        return { answer }
      } catch (error) {
        // A refused call may have written something, which is committed just as it would be without a key.
        if (!(error instanceof AppError)) throw error
        await deleteKey(tx, intent)
        return error
      }
    })
    if (result instanceof AppError) throw result
    return 'first' in result ? refresh(ctx, result.first) : result.answer
  }
  handlers.add(handler)
  return handler
}

/** Something a caller wants done only once, however often the request arrives. */
export interface Intent {
  /** Identifies the caller, the route and the caller's key. */
  readonly id: Buffer
  /** Distinguishes a retry from a different request with the same key. */
  readonly fingerprint: Buffer
}

interface Request {
  /** The value of the `Idempotency-Key` header. */
  readonly key: string
  /** Undefined for a visitor. */
  readonly golferId: number | undefined
  readonly route: string
  /** The parsed parameters and body. */
  readonly content: unknown
}

/** Returns the intent of a request. Keys of different golfers or routes never collide. */
export function intentOf({ key, golferId, route, content }: Request): Intent {
  return {
    id: sha256([golferId ?? null, route, key]),
    fingerprint: sha256(content),
  }
}

function sha256(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value)).digest()
}

const HOURS_KEPT = 24
const BATCH = 1_000

/** Deletes idempotency keys a day after their first use, in batches. Meant for an hourly job. */
export async function purgeKeys({ db, clock }: { db: Queries; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - HOURS_KEPT * 3_600_000)
  while ((await deleteKeysBefore(db, before, BATCH)) === BATCH);
}
