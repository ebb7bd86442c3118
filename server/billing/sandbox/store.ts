import { randomBytes } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/database.ts'
import {
  type Kind,
  type SandboxState,
  secondsOf,
  type Thing,
  type ThingOf,
} from '../../providers/payments/sandbox/objects.ts'
import { sandboxObjects } from '../schema.ts'

/** Returns the sandbox's state and locks it until the transaction ends. The first call creates the state. */
export async function lockSandbox(tx: Queries, now: Date): Promise<SandboxState> {
  const fresh: SandboxState = {
    id: 'sandbox',
    object: 'sandbox',
    created: secondsOf(now),
    secret: `whsec_${randomBytes(24).toString('hex')}`,
    events: 0,
  }
  const row = { id: fresh.id, object: fresh.object, data: fresh, createdAt: now }
  await tx.insert(sandboxObjects).values(row).onConflictDoNothing()
  const [state] = await tx
    .select({ data: dataColumn('sandbox') })
    .from(sandboxObjects)
    .where(eq(sandboxObjects.id, fresh.id))
    .for('update')
  return state?.data ?? fresh
}

/** Selects `data` with the type of its kind. The cast is safe, because only the sandbox writes the table. */
const dataColumn = <K extends Kind>(_kind: K) => sql<ThingOf<K>>`${sandboxObjects.data}`

export async function findObject<K extends Kind>(
  db: Queries,
  object: K,
  id: string,
): Promise<ThingOf<K> | undefined> {
  const [row] = await db
    .select({ data: dataColumn(object) })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.object, object)))
  return row?.data
}

/** Lists the objects of a kind that contain the fields and values in `having`, oldest first. */
export async function listObjects<K extends Kind>(
  db: Queries,
  object: K,
  having: object = {},
): Promise<ThingOf<K>[]> {
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

export async function saveObject(db: Queries, thing: Thing, now: Date): Promise<void> {
  const { id, object } = thing
  await db
    .insert(sandboxObjects)
    .values({ id, object, data: thing, createdAt: now })
    .onConflictDoUpdate({ target: sandboxObjects.id, set: { data: thing } })
}
