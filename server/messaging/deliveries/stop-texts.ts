import { SCREENS } from '../../../contract/screens.ts'
import { saveTextNumber, stopNumber } from '../../identity/index.ts'
import { linkTo } from '../../platform/config.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Ports } from '../../ports.ts'
import type { TextRefused } from '../../providers/texts/texts.ts'
import { queueText } from './queue-messages.ts'
import { emailWaitingTexts } from './store.ts'

/** Stops texts to a number, and emails the alerts waiting to be texted. Returns false if already stopped. */
export async function stopTexts(
  tx: Queries,
  number: string,
  stop: { readonly how: string; readonly wording: string },
  now: Date,
): Promise<boolean> {
  if (!(await stopNumber(tx, number, stop, now))) return false
  await emailWaitingTexts(tx, { number })
  return true
}

export async function recordRejection(
  tx: Queries,
  number: string,
  { reason, code, message }: Pick<TextRefused, 'reason' | 'code' | 'message'>,
  now: Date,
): Promise<void> {
  if (reason === 'opted-out') {
    await stopTexts(tx, number, { how: `code ${code}`, wording: message }, now)
  } else {
    await saveTextNumber(tx, number, { unreachableAt: now, unreachableCode: code })
    await emailWaitingTexts(tx, { number })
  }
}

export const retireNumber: Ports['retireNumber'] = async ({ config }, tx, replaced, now) => {
  const { golferId, number, hadConsent } = replaced
  await emailWaitingTexts(tx, { golferId })
  if (!hadConsent) return
  // One text a day per golfer, so that nobody can make us text many numbers by entering one after another.
  const day = now.toISOString().slice(0, 10)
  const key = `number-changed:${golferId}:${day}`
  const text = `Fourball: Your account has a new phone number, so we'll stop texting this one. Not you? Set a new password: ${linkTo(config, SCREENS.login)}`
  await queueText(tx, { number, golferId, event: 'reply', text, key }, now)
}
