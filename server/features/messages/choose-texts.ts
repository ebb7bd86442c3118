import type { Context } from '../../context.ts'
import { embeddedTexts } from '../../providers/texts/embedded.ts'
import type { Texts } from '../../providers/texts/texts.ts'
import { insertMessage } from './store.ts'

/** In local mode texts stay in the outbox; in production there are none without a provider. */
export function chooseTexts({
  config,
  db,
  clock,
}: Pick<Context, 'config' | 'db' | 'clock'>): Texts | undefined {
  if (config.production) return undefined
  return embeddedTexts(({ to, ...message }) =>
    insertMessage(db, { ...message, recipient: to, createdAt: clock.now() }),
  )
}
