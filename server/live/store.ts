import { and, eq, inArray, sql } from 'drizzle-orm'
import type { QueryConfig, QueryResultRow } from 'pg'
import { groupMembers, groups } from '../groups/index.ts'
import { isUnexpiredSession, sessions } from '../identity/index.ts'
import type { Database } from '../platform/database/database.ts'

/** Returns which of the sessions are still valid, with the ids of the active groups of their golfers. */
export function findGroupsOfSessions(db: Database, sessionIds: string[], now: Date) {
  return db
    .select({
      sessionId: sessions.id,
      groupIds: sql<
        number[]
      >`coalesce(array_agg(${groups.id}) filter (where ${groups.id} is not null), '{}')`,
    })
    .from(sessions)
    .leftJoin(groupMembers, eq(groupMembers.golferId, sessions.golferId))
    .leftJoin(groups, and(eq(groups.id, groupMembers.groupId), eq(groups.isActive, true)))
    .where(and(inArray(sessions.id, sessionIds), isUnexpiredSession(now)))
    .groupBy(sessions.id)
}

export const LIVE_CHANNEL = 'fourball_live'

export const SIGNAL_STATEMENT = `notify ${LIVE_CHANNEL}`

export type SendStatement = <Row extends QueryResultRow>(statement: QueryConfig) => Promise<Row[]>

/** A change that phones show, or a change to who has access. */
export type LiveEventRow =
  /** `version` is null if the tee time was archived. `ageMs` is the time since the change. */
  | { type: 'tee_time'; groupId: number; teeTimeId: number; version: number | null; ageMs: number }
  | { type: 'member'; groupId: number; golferId: number }
  | { type: 'group'; groupId: number }
  | { type: 'session_ended'; sessionId: string }

export interface Snapshot {
  /** In PostgreSQL's `pg_snapshot` format. */
  snapshot: string
  /** When the snapshot was taken, by the database's clock, in milliseconds since 1970. */
  at: number
}

/** Reads the current snapshot, and the events committed since the snapshot `after`; no events for null. */
export async function readLiveEvents(send: SendStatement, after: string | null) {
  // A single statement reads the snapshot and the events, so both see the same transactions.
  const rows = await send<Snapshot & (LiveEventRow | { type: null })>({
    text: `select pg_current_snapshot()::text as snapshot,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as at, type, group_id as "groupId", tee_time_id as "teeTimeId", version,
        golfer_id as "golferId", session_id as "sessionId",
        (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as "ageMs"
      from (values (1)) always left join live_events
        on txid >= pg_snapshot_xmax($1::pg_snapshot)
        or txid = any(array(select pg_snapshot_xip($1::pg_snapshot)))`,
    values: [after],
  })
  const [first] = rows
  if (first === undefined) throw new Error('The database returned no snapshot')
  const events = rows.flatMap((row) => (row.type === null ? [] : [row]))
  return { snapshot: first.snapshot, at: first.at, events }
}

/** Deletes up to 50,000 events of transactions that had ended before the snapshot `before` was taken. */
export async function deleteLiveEvents(db: Database, before: string): Promise<void> {
  // After a restore, a database may contain events whose transaction ids it has not reached yet. The second
  // condition deletes them.
  await db.execute(sql`
    delete from live_events where ctid = any(array(
      select ctid from live_events
      where txid < pg_snapshot_xmin(${before}::pg_snapshot)
        or txid >= pg_snapshot_xmax(pg_current_snapshot())
      limit 50000))`)
}

export async function signalLiveEvents(db: Database): Promise<void> {
  await db.execute(sql.raw(SIGNAL_STATEMENT))
}
