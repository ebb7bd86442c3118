import { and, asc, eq, sql } from 'drizzle-orm'
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import {
  type SandboxObjectKind,
  type SandboxObjectOf,
  type SandboxTransaction,
  secondsOf,
} from '../../providers/payments/sandbox/objects.ts'
import { sandboxObjects } from '../schema.ts'

const { id: idColumn, object: objectColumn, data: anyData, createdAt } = sandboxObjects

/** Selects `data` with the type of its kind. The cast is safe, because only the sandbox writes the table. */
const dataOf = <K extends SandboxObjectKind>(_kind: K) => ({
  data: sql<SandboxObjectOf<K>>`${anyData}`,
})

export async function lockSandbox(
  tx: Queries,
  clock: Clock,
): Promise<Omit<SandboxTransaction, 'linkTo' | 'queueEvent'>> {
  const object = 'sandbox'
  const began = clock.now()
  const fresh = { id: object, object, created: secondsOf(began), events: 0 } as const
  const row = { id: object, object, data: fresh, createdAt: began }
  await tx.insert(sandboxObjects).values(row).onConflictDoNothing()
  const states = tx.select(dataOf(object)).from(sandboxObjects).where(eq(idColumn, object))
  const [locked] = await states.for('update')
  // Read the clock after locking, so that event times are in the same order as the events.
  const now = clock.now()
  return {
    now,
    state: locked?.data ?? fresh,
    async find(object, id) {
      const [row] = await tx
        .select(dataOf(object))
        .from(sandboxObjects)
        .where(and(eq(idColumn, id), eq(objectColumn, object)))
      return row?.data
    },
    async list(object, having = {}) {
      const rows = await tx
        .select(dataOf(object))
        .from(sandboxObjects)
        .where(and(eq(objectColumn, object), sql`${anyData} @> ${JSON.stringify(having)}::jsonb`))
        .orderBy(asc(createdAt), asc(idColumn))
      return rows.map(({ data }) => data)
    },
    async save(thing) {
      await tx
        .insert(sandboxObjects)
        .values({ id: thing.id, object: thing.object, data: thing, createdAt: now })
        .onConflictDoUpdate({ target: idColumn, set: { data: thing } })
    },
  }
}
