import type { Queries } from '../../platform/database/database.ts'
import { auditEntries } from './schema.ts'

export async function insertEntry(
  db: Queries,
  entry: typeof auditEntries.$inferInsert,
): Promise<void> {
  await db.insert(auditEntries).values(entry)
}
