import { randomBytes } from 'node:crypto'
import type { Queries } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/store.ts'
import { hashOf } from './access.ts'

export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

export type LinkReason = 'new-account' | 'forgot-password' | 'start-group'

export type LinkToSend =
  | { readonly reason: 'new-account' | 'forgot-password'; readonly golferId: number }
  | { readonly reason: 'start-group'; readonly signupId: number }

/** Queues an email with a link. The job creates the token, so that only the email contains it. */
export function sendWelcomeLink(tx: Queries, link: LinkToSend): Promise<void> {
  return addJob(tx, 'mail_welcome_link', { ...link })
}
