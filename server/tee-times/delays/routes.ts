import { delayMorning, runLate } from '../../../contract/delays.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { memberByTeeTime } from '../access.ts'
import { currentCard } from '../current-card.ts'
import { morningByTeeTime } from './access.ts'
import { delayMorning as delay } from './delay-morning.ts'
import { runLate as late } from './run-late.ts'

export function delayRoutes(serve: Serve, ctx: Context): void {
  serve(
    delayMorning,
    morningByTeeTime(ctx),
    runOnce(
      ctx,
      (within, { scope, body }) => delay(within, scope, body),
      (within, cards) => Promise.all(cards.map((card) => currentCard(within, card))),
    ),
  )

  serve(
    runLate,
    memberByTeeTime(ctx),
    runOnce(ctx, (within, { scope, body }) => late(within, scope, body.minutes)),
  )
}
