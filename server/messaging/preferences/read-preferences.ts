import type { Preferences } from '../../../contract/preferences.ts'
import type { Context } from '../../context.ts'
import { readChoices, readTextStatus, type SessionHolder } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { countPhones } from '../push/count-phones.ts'
import { listMutes } from './store.ts'

/** Returns everything that golfers choose on their profile, and their status for texts. */
export async function readPreferences(
  ctx: Pick<Context, 'clock' | 'config' | 'texts'>,
  db: Queries,
  holder: SessionHolder,
): Promise<Preferences> {
  return {
    ...(await readChoices(db, holder.golferId)),
    groups: await listMutes(db, holder),
    texts: {
      ...(await readTextStatus(db, holder.golferId, ctx.clock.now())),
      available: ctx.texts !== undefined,
      from: numberOfOurs(ctx),
    },
    phones: await countPhones(db, holder.golferId),
  }
}

/** Returns the number that texts come from, in E.164; null if there are several, or texts are not real. */
export function numberOfOurs({ config, texts }: Pick<Context, 'config' | 'texts'>): string | null {
  const sender = texts?.kind === 'sent' ? config.twilio?.sender : undefined
  return sender !== undefined && 'from' in sender ? sender.from : null
}
