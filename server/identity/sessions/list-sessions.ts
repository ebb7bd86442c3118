import type { OpenSession } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { idleSince, type SessionHolder } from './access.ts'
import { describeDevice } from './describe-device.ts'
import { findOpenSessions } from './store.ts'

/** Lists the golfer's open sessions: this one first, then by last use. */
export async function listSessions(
  { db, clock }: { db: Queries } & Pick<Context, 'clock'>,
  holder: SessionHolder,
): Promise<OpenSession[]> {
  const now = clock.now()
  const open = await findOpenSessions(db, holder, now, idleSince(now))
  return open.map(({ userAgent, createdAt, lastSeenAt, isCurrent }) => ({
    device: describeDevice(userAgent),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent,
  }))
}
