import { and, asc, eq, gt, gte, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Event, Kind, Kinds, SandboxState } from '../../providers/payments/sandbox/objects.ts'
import { sandboxObjects } from '../schema.ts'

/** Locks the sandbox's state until the transaction ends, creating it on the first call. */
export async function lockSandbox(
  tx: Queries,
  fresh: SandboxState,
  now: Date,
): Promise<SandboxState> {
  await tx
    .insert(sandboxObjects)
    .values({ id: fresh.id, object: fresh.object, data: { ...fresh }, createdAt: now })
    .onConflictDoNothing()
  const [row] = await tx
    .select({ data: sandboxObjects.data })
    .from(sandboxObjects)
    .where(eq(sandboxObjects.id, fresh.id))
    .for('update')
  if (row === undefined) throw new Error('The sandbox no longer exists')
  return { ...fresh, ...row.data }
}

/** Only the sandbox writes these, so an object of a kind has that kind's fields. */
const dataColumn = <K extends Kind>(_kind: K) => sql<Kinds[K]>`${sandboxObjects.data}`

export async function findObject<K extends Kind>(
  db: Queries,
  object: K,
  id: string,
): Promise<Kinds[K] | undefined> {
  const [row] = await db
    .select({ data: dataColumn(object) })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.object, object)))
  return row?.data
}

export async function listObjects<K extends Kind>(
  db: Queries,
  object: K,
  having: Readonly<Record<string, string>>,
): Promise<Kinds[K][]> {
  const rows = await db
    .select({ data: dataColumn(object) })
    .from(sandboxObjects)
    .where(
      and(
        eq(sandboxObjects.object, object),
        sql`${sandboxObjects.data} @> ${JSON.stringify(having)}::jsonb`,
      ),
    )
    .orderBy(asc(sandboxObjects.createdAt), asc(sandboxObjects.id))
  return rows.map(({ data }) => data)
}

export async function saveObject(db: Queries, thing: Kinds[Kind], now: Date): Promise<void> {
  const data = { ...thing }
  await db
    .insert(sandboxObjects)
    .values({ id: thing.id, object: thing.object, data, createdAt: now })
    .onConflictDoUpdate({ target: sandboxObjects.id, set: { data } })
}

/** Lists events since then, in the order of their ids. */
export async function listEventsSince(
  db: Database,
  since: Date,
  after: string,
  limit: number,
): Promise<Event[]> {
  const rows = await db
    .select({ data: dataColumn('event') })
    .from(sandboxObjects)
    .where(
      and(
        eq(sandboxObjects.object, 'event'),
        gte(sandboxObjects.createdAt, since),
        gt(sandboxObjects.id, after),
      ),
    )
    .orderBy(asc(sandboxObjects.id))
    .limit(limit)
  return rows.map(({ data }) => data)
}
