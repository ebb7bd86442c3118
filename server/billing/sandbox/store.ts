import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { linkTo } from '../../platform/config.ts'
import { type Queries, takeAdvisoryLock } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { PaymentCallRefused } from '../../providers/payments/payments.ts'
import { sandboxObjects } from '../schema.ts'
import {
  type FieldsOf,
  newId,
  type SandboxObject,
  type SandboxObjectKind,
  type SandboxObjectOf,
  type Stored,
  secondsOf,
} from './objects.ts'

const { id: idColumn, object: objectColumn, data: dataColumn, createdAt } = sandboxObjects

/** Each event's id starts with the event's number in this many digits, so that ids sort by time. */
const ORDINAL_DIGITS = 10

/** Selects `data` with the type of its kind. The types are right: only the sandbox writes the table. */
const dataOf = <K extends SandboxObjectKind>(_kind: K) => ({
  data: sql<SandboxObjectOf<K>>`${dataColumn}`,
})

export type SandboxTx = Awaited<ReturnType<typeof lockSandbox>>

export async function lockSandbox(
  tx: Queries,
  { config, clock }: Pick<Context, 'config' | 'clock'>,
) {
  await takeAdvisoryLock(tx, 'sandbox')
  let eventCount = await tx.$count(sandboxObjects, eq(objectColumn, 'event'))
  // Read the clock after locking, so that event times are in the same order as the events.
  const now = clock.now()

  async function find<K extends SandboxObjectKind>(kind: K, id: string) {
    const [row] = await tx
      .select(dataOf(kind))
      .from(sandboxObjects)
      .where(and(eq(idColumn, id), eq(objectColumn, kind)))
    return row?.data
  }

  async function save(stored: Stored<SandboxObjectKind>): Promise<void> {
    await tx
      .insert(sandboxObjects)
      .values({ id: stored.id, object: stored.object, data: stored, createdAt: now })
      .onConflictDoUpdate({ target: idColumn, set: { data: stored } })
  }

  async function create<K extends SandboxObjectKind>(kind: K, id: string, fields: FieldsOf<K>) {
    const stored = { id, object: kind, created: secondsOf(now), ...fields }
    await save(stored)
    return stored
  }

  return {
    /** Seconds since 1970. */
    now: secondsOf(now),
    linkTo: (path: string) => linkTo(config, path),
    find,
    /** @throws PaymentCallRefused if there is no such object */
    async get<K extends SandboxObjectKind>(kind: K, id: string) {
      const found = await find(kind, id)
      if (found === undefined) throw new PaymentCallRefused(`No such ${kind}: ${id}`)
      return found
    },
    /** Returns the objects of a kind that contain all fields of `having`, even nested ones, oldest first. */
    async list<K extends SandboxObjectKind>(kind: K, having: object = {}) {
      const rows = await tx
        .select(dataOf(kind))
        .from(sandboxObjects)
        .where(and(eq(objectColumn, kind), sql`${dataColumn} @> ${JSON.stringify(having)}::jsonb`))
        .orderBy(asc(createdAt), asc(idColumn))
      return rows.map(({ data }) => data)
    },
    save,
    create,
    /** Saves a changed object, and queues an event that contains `object`, by default the changed one. */
    async record(type: string, changed: SandboxObject, object: object = changed): Promise<void> {
      await save(changed)
      eventCount += 1
      const ordinal = String(eventCount).padStart(ORDINAL_DIGITS, '0')
      const event = await create('event', newId(`evt_${ordinal}`), { type, data: { object } })
      await addJob(tx, 'sandbox_event', { eventId: event.id })
    },
  }
}
