import type { AlertKind } from '../../../contract/alerts.ts'
import type { AlertChannel } from '../../../contract/preferences.ts'
import type { Context } from '../../context.ts'
import { readChoices, saveChoices } from '../../identity/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { MailHolder } from './access.ts'

/** Returns the channel on which the golfer gets a kind of message. */
export async function readChannel(
  ctx: Pick<Context, 'db'>,
  holder: MailHolder,
  kind: AlertKind,
): Promise<AlertChannel> {
  return (await readChoices(ctx.db, holder.golferId)).channels[kind]
}

/** Switches off a kind of message, including its texts. Repeating it changes nothing. */
export async function switchOff(
  ctx: Pick<Context, 'db'>,
  { golferId }: MailHolder,
  kind: AlertKind,
): Promise<void> {
  const saved = await ctx.db.transaction((tx) =>
    saveChoices(tx, golferId, { channels: { [kind]: 'off' } }),
  )
  if (!saved) throw notFound('link')
}
