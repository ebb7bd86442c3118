import { hash } from 'node:crypto'
import { type Clock, DAY_MS } from '../clock.ts'
import { type Database, inTransaction, type Queries } from '../database/database.ts'
import { purgeRows } from '../database/purge.ts'
import { AppError } from '../errors.ts'
import { deleteKey, lockKey, storeResponse } from './store.ts'

export interface OnceContext {
  readonly db: Database
  readonly clock: Clock
}

/** A request that must take effect only once, however often it arrives with the same key. */
interface KeyedRequest {
  readonly key: string
  readonly golferId: number | undefined
  readonly route: string
  readonly content: unknown
}

/**
 * Runs `act` only once for each `Idempotency-Key` (IETF draft httpapi-idempotency-key-header). A retry waits
 * for the first response and gets it, updated by `refresh`. If the first call was refused, the retry runs
 * `act` again. `act` must make all changes through the `db` in its context.
 */
export async function runOnce<C extends OnceContext, R>(
  ctx: C,
  { key, golferId, route, content }: KeyedRequest,
  act: (ctx: C) => Promise<R>,
  refresh = async (first: R) => first,
): Promise<R> {
  const id = sha256([golferId, route, key])
  // Distinguishes a retry from a different request with the same key.
  const fingerprint = sha256(content)
  const result = await inTransaction(ctx.db, async (tx) => {
    const keyRow = await lockKey(tx, id, fingerprint, ctx.clock.now())
    if (keyRow === undefined) throw new Error('An idempotency key was neither stored nor found')
    if (keyRow.response !== null) {
      if (!keyRow.fingerprint.equals(fingerprint)) {
        return new AppError(
          'IDEMPOTENCY_KEY_REUSED',
          'This Idempotency-Key was used for other content. Send a new key with new content.',
        )
      }
      const first: R = JSON.parse(keyRow.response)
      return { first }
    }
    try {
      // A transaction can replace the pool here, because `act` only runs queries on `db`.
      const response = await act({ ...ctx, db: tx as Queries as Database })
      await storeResponse(tx, id, JSON.stringify(response))
      return { response }
    } catch (error) {
      // Commit what a refused call has written, as for a call without a key, but let a retry run `act` again.
      if (!(error instanceof AppError)) throw error
      await deleteKey(tx, id)
      return error
    }
  })
  if (result instanceof AppError) throw result
  return 'first' in result ? refresh(result.first) : result.response
}

const sha256 = (value: unknown) => hash('sha256', JSON.stringify(value), 'buffer')

export function purgeKeys({ db, clock }: OnceContext): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY_MS)
  return purgeRows(db, { table: 'idempotency_keys', column: 'created_at', before })
}
