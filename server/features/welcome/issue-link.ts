import { randomBytes } from 'node:crypto'
import type { Database, Queries } from '../../platform/database/database.ts'
import { hashOfToken } from './gate.ts'
import { deleteLink, insertLink } from './store.ts'
import type { welcomeLinks } from './tables.ts'

/** The token of a new link, and what it is stored under. The token goes into the mail alone. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOfToken(token) }
}

/** Stores a link that is about to be mailed. */
export function issueLink(tx: Queries, link: typeof welcomeLinks.$inferInsert): Promise<void> {
  return insertLink(tx, link)
}

/** Forgets a link whose mail was not sent: the next try has a token of its own. */
export function takeBackLink(db: Database, tokenHash: string): Promise<void> {
  return deleteLink(db, tokenHash)
}
