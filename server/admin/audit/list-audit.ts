import type { AuditEntry, listAudit as endpoint } from '../../../contract/audit.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { Page } from '../../../contract/paging.ts'
import type { Context } from '../../context.ts'
import { listAuditEntries } from './store.ts'

/** Returns a page of the audit log, newest first by default. */
export async function listAudit(
  ctx: Context,
  query: QueryOf<typeof endpoint>,
): Promise<Page<AuditEntry>> {
  const { rows, total } = await listAuditEntries(ctx.db, query)
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total }
}
