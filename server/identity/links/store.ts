import { eq } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
import { welcomeLinks } from './schema.ts'

export async function insertLink(
  tx: Queries,
  link: typeof welcomeLinks.$inferInsert,
): Promise<void> {
  await tx.insert(welcomeLinks).values(link)
}

/** Deletes a link whose email was never sent. */
export async function deleteLink(db: Database, tokenHash: string): Promise<void> {
  await db.delete(welcomeLinks).where(eq(welcomeLinks.tokenHash, tokenHash))
}
