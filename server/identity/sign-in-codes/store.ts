import { and, eq, lt } from 'drizzle-orm'
import type { Queries } from '../../platform/database/database.ts'
import type { UncheckedSuperAdmin } from '../access.ts'
import { golfers, recoveryCodes, sessions, signInCodes } from '../schema.ts'
import { deleteSessions } from '../store.ts'

const belongsTo = (golferId: number) => eq(signInCodes.golferId, golferId)

export async function readSecret(db: Queries, golferId: number) {
  const [row] = await db.select().from(signInCodes).where(belongsTo(golferId))
  return row?.secret
}

/** Returns false if a code of this time step or a later one was already used. */
export async function markStepUsed(db: Queries, golferId: number, step: number) {
  const used = await db
    .update(signInCodes)
    .set({ lastStep: step })
    .where(and(belongsTo(golferId), lt(signInCodes.lastStep, step)))
  return used.rowCount === 1
}

export async function spendRecoveryCode(db: Queries, golferId: number, codeHash: string) {
  const isOwn = eq(recoveryCodes.golferId, golferId)
  const used = await db
    .delete(recoveryCodes)
    .where(and(isOwn, eq(recoveryCodes.codeHash, codeHash)))
  return used.rowCount === 1 ? db.$count(recoveryCodes, isOwn) : undefined
}

export async function storePendingSecret(db: Queries, golferId: number, pendingSecret: string) {
  await db
    .insert(signInCodes)
    .values({ golferId, pendingSecret })
    .onConflictDoUpdate({ target: signInCodes.golferId, set: { pendingSecret } })
}

export async function lockPendingSecret(tx: Queries, golferId: number) {
  const [row] = await tx.select().from(signInCodes).where(belongsTo(golferId)).for('update')
  return row?.pendingSecret
}

/** Replaces the recovery codes. Ends all sessions except this one, which counts as opened with a code. */
export async function activateSecret(
  tx: Queries,
  { golferId, sessionId }: UncheckedSuperAdmin,
  setup: { secret: string; lastStep: number; codeHashes: readonly string[]; now: Date },
) {
  const { secret, lastStep, codeHashes, now } = setup
  await tx
    .update(signInCodes)
    .set({ secret, pendingSecret: null, lastStep })
    .where(belongsTo(golferId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.golferId, golferId))
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ codeHash, golferId })))
  await tx.update(golfers).set({ signInCodeAt: now }).where(eq(golfers.id, golferId))
  await deleteSessions(tx, golferId, sessionId)
  await recordCodeUsed(tx, sessionId)
}

export async function deleteSecret(tx: Queries, golferId: number): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.golferId, golferId))
  const deleted = await tx.delete(signInCodes).where(belongsTo(golferId))
  await tx.update(golfers).set({ signInCodeAt: null }).where(eq(golfers.id, golferId))
  return deleted.rowCount === 1
}

export async function recordCodeUsed(db: Queries, sessionId: string): Promise<void> {
  await db.update(sessions).set({ codeUsed: true }).where(eq(sessions.id, sessionId))
}
