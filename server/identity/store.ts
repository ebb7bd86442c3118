import { and, eq, ne, sql } from 'drizzle-orm'
import { type AlertKind, alertKind } from '../../contract/alerts.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import {
  type AlertChannel,
  type changePreferences,
  DEFAULT_CHANNEL,
  DEFAULT_QUIET_HOURS,
} from '../../contract/preferences.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { lockAgainstDeletion } from './golfers/store.ts'
import { auditEntries, preferences, sessions, welcomeLinks } from './schema.ts'

type AuditEntry = Omit<typeof auditEntries.$inferInsert, 'at' | 'groupId' | 'groupName'> & {
  group?: { groupId: number | null; name: string | null }
}

/** Omit `actorId` if nobody was signed in. `detail` must not contain phone numbers or passwords. */
export async function recordAction({ clock }: { clock: Clock }, tx: Queries, entry: AuditEntry) {
  const { group, ...rest } = entry
  const groupFields = { groupId: group?.groupId, groupName: group?.name }
  await tx.insert(auditEntries).values({ at: clock.now(), ...rest, ...groupFields })
}

/** Ends a golfer's sessions, except `keptSessionId`. */
export function deleteSessions(tx: Queries, golferId: number, keptSessionId?: string) {
  const isNotKept = keptSessionId === undefined ? undefined : ne(sessions.id, keptSessionId)
  return tx.delete(sessions).where(and(eq(sessions.golferId, golferId), isNotKept))
}

export async function storeLink(tx: Queries, link: typeof welcomeLinks.$inferInsert) {
  await tx.insert(welcomeLinks).values(link)
}

/** Deletes a link whose email could not be sent. The retry creates a link with a new token. */
export async function deleteLink(db: Database, tokenHash: string): Promise<void> {
  await db.delete(welcomeLinks).where(eq(welcomeLinks.tokenHash, tokenHash))
}

export async function readChoices(db: Queries, golferId: number) {
  const [chosen] = await db.select().from(preferences).where(eq(preferences.golferId, golferId))
  return {
    channels: Object.fromEntries(
      alertKind.options.map((kind) => [kind, chosen?.channels[kind] ?? DEFAULT_CHANNEL]),
    ) as Record<AlertKind, AlertChannel>,
    quietHours: chosen ? { from: chosen.quietFrom, to: chosen.quietTo } : DEFAULT_QUIET_HOURS,
    timeZone: chosen?.timeZone ?? null,
  }
}

type Choices = BodyOf<typeof changePreferences>

/** Omitted preferences do not change. Returns false if the account is deleted. */
export async function saveChoices(tx: Queries, golferId: number, choices: Choices) {
  const { channels, quietHours, timeZone } = choices
  if ((await lockAgainstDeletion(tx, golferId)) === undefined) return false
  await tx.insert(preferences).values({ golferId }).onConflictDoNothing()
  const merged = sql`${preferences.channels} || ${JSON.stringify(channels)}::jsonb`
  const changed = {
    ...(channels && { channels: merged }),
    ...(quietHours && { quietFrom: quietHours.from, quietTo: quietHours.to }),
    ...(timeZone !== undefined && { timeZone }),
  }
  if (Object.keys(changed).length > 0) {
    await tx.update(preferences).set(changed).where(eq(preferences.golferId, golferId))
  }
  return true
}
