import type { QueryOf } from '../../contract/endpoint.ts'
import type { Page } from '../../contract/paging.ts'
import type { AdminGroup, superAdminGroups } from '../../contract/super-admin.ts'
import type { Context } from '../context.ts'
import { listGroups as list } from './store.ts'

/** Returns a page of all groups, with owner and counts. */
export async function listGroups(
  ctx: Context,
  asked: QueryOf<typeof superAdminGroups>,
): Promise<Page<AdminGroup>> {
  const { rows, total } = await list(ctx.db, asked)
  return { rows: rows.map(presentGroup), total }
}

/** Returns a group's row in the form shown to super admins. */
export function presentGroup<Row extends { expiryDate: Date | null }>(
  row: Row,
): Omit<Row, 'expiryDate'> & { expiryDate: string | null } {
  return { ...row, expiryDate: row.expiryDate?.toISOString() ?? null }
}
