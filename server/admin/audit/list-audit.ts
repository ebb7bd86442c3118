import type { listAudit as endpoint } from '../../../contract/audit.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { listAuditEntries } from './store.ts'

export function listAudit({ db }: Context, query: QueryOf<typeof endpoint>) {
  return listAuditEntries(db, query)
}
