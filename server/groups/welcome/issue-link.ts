import { randomBytes } from 'node:crypto'
import type { Database, Queries } from '../../platform/database/database.ts'
import { hashOfToken } from './access.ts'
import type { welcomeLinks } from './schema.ts'
import { deleteLink, insertLink } from './store.ts'

/** Returns the token of a new link and the hash to store it under. Only the email contains the token. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOfToken(token) }
}

/** Stores a link that is about to be mailed. */
export function issueLink(tx: Queries, link: typeof welcomeLinks.$inferInsert): Promise<void> {
  return insertLink(tx, link)
}

/** Deletes a link whose email was not sent. The next attempt creates its own token. */
export function takeBackLink(db: Database, tokenHash: string): Promise<void> {
  return deleteLink(db, tokenHash)
}
