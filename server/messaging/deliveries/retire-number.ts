import { SCREENS } from '../../../contract/screens.ts'
import { linkTo } from '../../platform/config.ts'
import type { RetireNumber } from '../../ports.ts'
import { emailWaitingTexts } from './email-waiting-texts.ts'
import { queueText } from './queue-text.ts'

/** Stops texting a golfer at a number that they replaced, as {@link RetireNumber} describes. */
export const retireNumber: RetireNumber = async (
  { config },
  tx,
  { golferId, number, hadTexts },
  now,
) => {
  await emailWaitingTexts(tx, { golferId })
  if (!hadTexts) return
  // Once a day per golfer: checking the box at one number after another must not get them all texted.
  const day = now.toISOString().slice(0, 10)
  await queueText(
    tx,
    {
      number,
      golferId,
      event: 'reply',
      text: `Fourball: the phone number of your account was changed; this one gets no more texts about it. Not you? Set a new password: ${linkTo(config, SCREENS.login)}`,
      key: `number-changed:${golferId}:${day}`,
    },
    now,
  )
}
