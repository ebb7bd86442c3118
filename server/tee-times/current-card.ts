import type { TeeTime } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import { readCard } from './cards/read-cards.ts'

/** Returns the card as it is now, or `card` itself when the tee time no longer exists. */
export async function currentCard(ctx: Pick<Context, 'db'>, card: TeeTime): Promise<TeeTime> {
  return (await readCard(ctx.db, card.id)) ?? card
}
