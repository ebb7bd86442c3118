import type { AuditEntry, listAudit as endpoint } from '../../../contract/audit.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { Page } from '../../../contract/paging.ts'
import type { Context } from '../../context.ts'
import { listAuditEntries } from './store.ts'

/** Returns a page of the audit log, newest first by default. */
export function listAudit(
  { db }: Context,
  query: QueryOf<typeof endpoint>,
): Promise<Page<AuditEntry>> {
  return listAuditEntries(db, query)
}
