import { delayMorning, runLate } from '../../../contract/delays.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { once } from '../../platform/idempotency/once.ts'
import { memberByTeeTime } from '../access.ts'
import { currentCard } from '../current-card.ts'
import { keeperByTeeTime } from './access.ts'
import { delayMorning as delay } from './delay-morning.ts'
import { runLate as late } from './run-late.ts'

export function delayRoutes(serve: Serve, ctx: Context): void {
  serve(
    delayMorning,
    keeperByTeeTime(ctx),
    once(
      ctx,
      (within, { scope, body }) => delay(within, scope, body),
      (within, cards) => Promise.all(cards.map((card) => currentCard(within, card))),
    ),
  )

  serve(
    runLate,
    memberByTeeTime(ctx),
    once(ctx, (within, { scope, body }) => late(within, scope, body.minutes)),
  )
}
