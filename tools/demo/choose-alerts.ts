import type { Context } from '../../server/context.ts'
import { changePreferences } from '../../server/features/preferences/change-preferences.ts'
import { endSession } from '../../server/features/sessions/end-session.ts'
import { holderOf } from '../../server/features/sessions/gate.ts'
import { logIn } from '../../server/features/sessions/start-session.ts'
import { receiveText } from '../../server/features/text-commands/receive-text.ts'
import { e164Of } from '../../server/platform/phone-number.ts'
import type { DemoGolfer } from './demo-group.ts'

/** People try the demo at any hour of the day. */
const NO_QUIET_HOURS = { from: '00:00', to: '00:00' }

const DEMO_CALLER = { userAgent: undefined, network: 'demo' }

/** Logs a demo golfer in and sets preferences, as any golfer would. Texts STOP if `texts` is 'stopped'. */
export async function chooseAlerts(
  ctx: Context,
  { email, phone, texts }: DemoGolfer,
  { groupId, password }: { groupId: number; password: string },
): Promise<void> {
  const { sessionId } = await logIn(ctx, { email, password }, DEMO_CALLER)
  const holder = await holderOf(ctx, sessionId)
  await changePreferences(ctx, holder, {
    quietHours: NO_QUIET_HOURS,
    ...(texts !== 'never' && { textConsent: true }),
    ...(texts === 'muted' && { groups: [{ id: groupId, muted: true }] }),
  })
  await endSession(ctx, holder)
  const from = e164Of(phone)
  if (texts === 'stopped' && from !== null) {
    await receiveText(ctx, { providerId: `demo:${from}`, from, body: 'Stop' })
  }
}
