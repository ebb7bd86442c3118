import { createHash, randomBytes } from 'node:crypto'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { welcomeLinks } from './schema.ts'
import { deleteLink, insertLink } from './store.ts'

/** Returns the hash that a link is stored under. The token itself is never stored. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Returns the token of a new link and the hash to store it under. Only the email contains the token. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOfToken(token) }
}

/** Stores a link, usually one that is about to be mailed. */
export function issueLink(tx: Queries, link: typeof welcomeLinks.$inferInsert): Promise<void> {
  return insertLink(tx, link)
}

/** Deletes a link whose email was not sent. The next attempt creates its own token. */
export function takeBackLink(db: Database, tokenHash: string): Promise<void> {
  return deleteLink(db, tokenHash)
}
