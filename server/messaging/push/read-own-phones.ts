import type { MyData } from '../../../contract/golfers.ts'
import type { Context } from '../../context.ts'
import type { SessionHolder } from '../../identity/sessions/access.ts'
import { describeDevice } from '../../identity/sessions/describe-device.ts'
import { listOwnPhones } from './store.ts'

/** Lists a golfer's subscribed phones. Shows only the host, as the full address allows reaching the phone. */
export async function readOwnPhones(
  ctx: Pick<Context, 'db'>,
  holder: SessionHolder,
): Promise<MyData['notifiedPhones']> {
  const phones = await listOwnPhones(ctx.db, holder)
  return phones.map(({ userAgent, endpoint, createdAt }) => ({
    device: describeDevice(userAgent),
    service: new URL(endpoint).host,
    since: createdAt.toISOString(),
  }))
}
