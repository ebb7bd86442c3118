import type { Context } from '../../server/context.ts'
import { authenticate } from '../../server/identity/access.ts'
import { endSession } from '../../server/identity/sessions/manage-sessions.ts'
import { logIn } from '../../server/identity/sessions/start-session.ts'
import { changePreferences } from '../../server/messaging/preferences/manage-preferences.ts'
import { receiveText } from '../../server/messaging/text-commands/receive-text.ts'
import { e164Of } from '../../server/platform/phone-number.ts'
import type { DemoGolfer } from './demo-group.ts'

/** No quiet hours, because people try the demo at any hour of the day. */
const NO_QUIET_HOURS = { from: '00:00', to: '00:00' }

const DEMO_CALLER = { userAgent: undefined, network: 'demo' }

/**
 * Logs in as a demo golfer, sets the golfer's preferences, and logs out. If `noTextsReason` is 'stopped',
 * also texts STOP from the golfer's phone.
 */
export async function chooseAlerts(
  ctx: Context,
  { email, phone, noTextsReason }: DemoGolfer,
  { groupId, password }: { groupId: number; password: string },
): Promise<void> {
  const { sessionId } = await logIn(ctx, { email, password }, DEMO_CALLER)
  const sessionHolder = await authenticate(ctx, sessionId)
  await changePreferences(ctx, sessionHolder, {
    quietHours: NO_QUIET_HOURS,
    ...(noTextsReason !== 'never' && { textConsent: true }),
    ...(noTextsReason === 'muted' && { groups: [{ id: groupId, muted: true }] }),
  })
  await endSession(ctx, sessionHolder)
  const from = e164Of(phone)
  if (noTextsReason === 'stopped' && from !== null) {
    await receiveText(ctx, { providerId: `demo:${from}`, from, body: 'Stop' })
  }
}
