import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { readCard } from './cards/read-cards.ts'

/** Returns a card as it is now, or as it was when the tee time is gone. */
export async function currentCard(ctx: Pick<Context, 'db'>, card: TeeTime): Promise<TeeTime> {
  return (await readCard(ctx.db, card.id)) ?? card
}
