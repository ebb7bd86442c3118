import { type MyData, myData } from '../../../contract/golfers.ts'
import type { Context } from '../../context.ts'
import { runHooks } from '../../ports.ts'
import type { SessionHolder } from '../access.ts'
import { listSessions, presentUser } from '../sessions/manage-sessions.ts'
import { readChoices } from '../store.ts'
import { listActions, listConsents } from './store.ts'

/** Returns all data stored about the golfer, and nothing about anyone else except the names of groups. */
export async function readMyData(ctx: Context, holder: SessionHolder): Promise<MyData> {
  const { db, clock, golferHooks } = ctx
  const now = clock.now()
  return db.transaction(
    async (tx) => {
      const parts = await runHooks(golferHooks, (hooks) => hooks.exportData?.(tx, holder, now))
      const identityPart: Partial<MyData> = {
        golfer: presentUser(holder),
        sessions: await listSessions(tx, holder, now),
        actions: await listActions(tx, holder.golferId),
        preferences: await readChoices(tx, holder.golferId),
        textConsents: await listConsents(tx, holder.golferId),
      }
      // `parse` throws if a domain has not provided its part.
      return myData.parse(Object.assign(identityPart, ...parts))
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
