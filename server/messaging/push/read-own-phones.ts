import type { MyData } from '../../../contract/golfers.ts'
import { describeDevice, type SessionHolder } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { listOwnPhones } from './store.ts'

/** Lists a golfer's subscribed phones. Shows only the host, as the full address allows reaching the phone. */
export async function readOwnPhones(
  db: Queries,
  golfer: Pick<SessionHolder, 'golferId'>,
): Promise<MyData['notifiedPhones']> {
  const phones = await listOwnPhones(db, golfer)
  return phones.map(({ userAgent, endpoint, createdAt }) => ({
    device: describeDevice(userAgent),
    service: new URL(endpoint).host,
    since: createdAt.toISOString(),
  }))
}
