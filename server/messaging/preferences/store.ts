import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { changePreferences } from '../../../contract/preferences.ts'
import { groupMembers, groups } from '../../groups/index.ts'
import { golfers, isUnexpiredSession, type SessionHolder, sessions } from '../../identity/index.ts'
import { type Queries, takeAdvisoryLock } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { PushKeys, PushTarget } from '../../providers/push/web-push.ts'
import { pushKeys, pushSubscriptions } from '../schema.ts'

export function listMemberChoices(db: Queries, { golferId }: SessionHolder) {
  return db
    .select({ id: groups.id, name: groups.name, slug: groups.slug, muted: groupMembers.muted })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.golferId, golferId))
    .orderBy(asc(groups.name), asc(groups.id))
}

/** If a group is listed twice, the last choice wins. @throws AppError NOT_FOUND if not a member */
export async function saveMemberChoices(
  tx: Queries,
  { golferId }: SessionHolder,
  chosen: NonNullable<BodyOf<typeof changePreferences>['groups']>,
): Promise<void> {
  const wanted = [...new Map(chosen.map((one) => [one.id, one])).values()]
  if (wanted.length === 0) return
  const { rowCount } = await tx.execute(sql`
    update group_members set muted = wanted.muted
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (id int, muted boolean)
    where group_members.group_id = wanted.id and group_members.golfer_id = ${golferId}`)
  if (rowCount !== wanted.length) throw notFound('group')
}

export async function findGolferByMailToken(db: Queries, token: string) {
  const [row] = await db
    .select({ golferId: golfers.id })
    .from(golfers)
    .where(and(eq(golfers.mailToken, token), isNull(golfers.deletedAt)))
  return row?.golferId
}

export async function savePushKeys(db: Queries, newKeys: PushKeys): Promise<PushKeys> {
  await db.insert(pushKeys).values(newKeys).onConflictDoNothing()
  return (await findPushKeys(db)) ?? newKeys
}

export async function findPushKeys(db: Queries): Promise<PushKeys | undefined> {
  const { publicKey, privateKey } = pushKeys
  const [row] = await db.select({ publicKey, privateKey }).from(pushKeys)
  return row
}

export async function isSubscribed(db: Queries, { sessionId }: SessionHolder, ourKey: string) {
  const { sessionId: ofSession, ourKey: key } = pushSubscriptions
  const isTheirs = and(eq(ofSession, sessionId), eq(key, ourKey))
  return (await db.$count(pushSubscriptions, isTheirs)) > 0
}

/** Stores a phone's subscription for this session only. Returns false if the session has ended. */
export async function saveSubscription(
  tx: Queries,
  { sessionId, golferId }: SessionHolder,
  target: PushTarget & { readonly ourKey: string },
  now: Date,
): Promise<boolean> {
  await takeAdvisoryLock(tx, `push:${target.endpoint}`)
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('key share')
  if (session === undefined) return false
  const { endpoint, p256dh, auth, ourKey } = target
  const { sessionId: ofSession, endpoint: address } = pushSubscriptions
  await tx.delete(pushSubscriptions).where(and(eq(address, endpoint), ne(ofSession, sessionId)))
  const set = { endpoint, p256dh, auth, ourKey, createdAt: now }
  await tx
    .insert(pushSubscriptions)
    .values({ sessionId, golferId, ...set })
    .onConflictDoUpdate({ target: ofSession, set })
  return true
}

export async function deleteSubscription(db: Queries, { sessionId }: SessionHolder): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId))
}

/** Leaves out subscriptions that were created for another key, because messages to them would be refused. */
export function listPushTargets(db: Queries, golferId: number, ourKey: string, now: Date) {
  const { endpoint, p256dh, auth, golferId: ofGolfer, ourKey: key } = pushSubscriptions
  return db
    .select({ endpoint, p256dh, auth })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(and(eq(ofGolfer, golferId), eq(key, ourKey), isUnexpiredSession(now)))
}

export async function deletePushTarget(db: Queries, endpoint: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
}

export function countPushSubscriptions(db: Queries, golferId: number): Promise<number> {
  return db.$count(pushSubscriptions, eq(pushSubscriptions.golferId, golferId))
}

export function listOwnPhones(db: Queries, { golferId }: Pick<SessionHolder, 'golferId'>) {
  const { endpoint, createdAt } = pushSubscriptions
  return db
    .select({ userAgent: sessions.userAgent, endpoint, createdAt })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.golferId, golferId))
    .orderBy(createdAt)
}
