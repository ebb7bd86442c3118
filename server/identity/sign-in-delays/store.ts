import { eq, sql } from 'drizzle-orm'
import { SIGN_IN_LIMITS } from '../../../contract/sessions.ts'
import type { Queries } from '../../platform/database/database.ts'
import { installationKeys, signInDelays, signInNetworks } from '../schema.ts'

export async function readInstallationKey(db: Queries): Promise<string> {
  const [row] = await db
    .select({ value: installationKeys.value })
    .from(installationKeys)
    .where(eq(installationKeys.name, 'sign-in'))
  if (row === undefined) throw new Error('This database has no installation key')
  return row.value
}

/** Returns the seconds to wait, or 0 if the attempt may proceed. */
export async function countAsFailed(db: Queries, key: string, network: string | null, now: Date) {
  const { failuresBeforeWait, maxWaitSeconds, maxAccounts } = SIGN_IN_LIMITS
  const { rows } = await db.execute<{ wait: number }>(
    sql`select take_sign_in_try(${key}, ${network}, ${now}, ${failuresBeforeWait}::int,
      ${maxWaitSeconds}::int, ${maxAccounts}::int) as wait`,
  )
  return rows[0]?.wait ?? 0
}

/** Undoes {@link countAsFailed} for an attempt that could not be checked because of an error. */
export async function uncountAttempt(db: Queries, key: string): Promise<void> {
  await db
    .update(signInDelays)
    .set({
      failures: sql`greatest(${signInDelays.failures} - 1, 0)`,
      nextTryAt: signInDelays.updatedAt,
    })
    .where(eq(signInDelays.key, key))
}

export async function deleteFailures(db: Queries, key: string): Promise<void> {
  await db.delete(signInDelays).where(eq(signInDelays.key, key))
  await db.delete(signInNetworks).where(eq(signInNetworks.account, key))
}
