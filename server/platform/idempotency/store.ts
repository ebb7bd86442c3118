import { sql } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'
import type { Intent } from './run-once.ts'

interface Taken extends Record<string, unknown> {
  fingerprint: Buffer
  answer: string | null
}

/**
 * Takes an idempotency key for the transaction of `tx`, waiting while another transaction holds it.
 * Returns the row stored for the key. Its `answer` is null for a new key.
 */
export async function takeKey(
  tx: Queries,
  { id, fingerprint }: Intent,
  now: Date,
): Promise<Taken | undefined> {
  const { rows } = await tx.execute<Taken>(sql`
    insert into idempotency_keys (id, fingerprint, created_at)
    values (${id}, ${fingerprint}, ${now})
    on conflict (id) do update set id = excluded.id
    returning fingerprint, answer`)
  return rows[0]
}

/** Stores the answer of a call with its key. */
export async function storeAnswer(tx: Queries, { id }: Intent, answer: string): Promise<void> {
  await tx.execute(sql`update idempotency_keys set answer = ${answer} where id = ${id}`)
}

/** Deletes a key after a refusal, so that the next attempt is decided again. */
export async function deleteKey(tx: Queries, { id }: Intent): Promise<void> {
  await tx.execute(sql`delete from idempotency_keys where id = ${id}`)
}

/** Deletes up to `limit` keys that are older than an instant. Returns how many were deleted. */
export async function deleteKeysBefore(db: Queries, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from idempotency_keys where id in (
      select id from idempotency_keys where created_at < ${before}
      order by created_at limit ${limit} for update skip locked
    )`)
  return deleted.rowCount ?? 0
}
