import { sql } from 'drizzle-orm'
import type { Queries } from '../database/database.ts'

/** Locks a key until the transaction ends. Returns its row; the `response` of a new key is null. */
export async function lockKey(tx: Queries, id: Buffer, fingerprint: Buffer, now: Date) {
  const { rows } = await tx.execute<{ fingerprint: Buffer; response: string | null }>(sql`
    insert into idempotency_keys (id, fingerprint, created_at)
    values (${id}, ${fingerprint}, ${now})
    on conflict (id) do update set id = excluded.id
    returning fingerprint, response`)
  return rows[0]
}

export async function storeResponse(tx: Queries, id: Buffer, response: string): Promise<void> {
  await tx.execute(sql`update idempotency_keys set response = ${response} where id = ${id}`)
}

export async function deleteKey(tx: Queries, id: Buffer): Promise<void> {
  await tx.execute(sql`delete from idempotency_keys where id = ${id}`)
}
