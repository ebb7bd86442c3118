import {
  createStandingTime,
  endStandingTime,
  listStandingTimes,
  skipStandingDate,
  unskipStandingDate,
} from '../../../contract/standing-times.ts'
import type { Context } from '../../context.ts'
import { memberById, viewerById } from '../../groups/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { once } from '../../platform/idempotency/once.ts'
import { currentCard } from '../current-card.ts'
import {
  createStanding,
  endStanding,
  listStandingTimes as list,
  skipDate,
  unskipDate,
} from './manage-standing.ts'

export function standingTimeRoutes(serve: Serve, ctx: Context): void {
  serve(listStandingTimes, viewerById(ctx), ({ scope }) => list(ctx, scope))

  serve(
    createStandingTime,
    memberById(ctx),
    once(
      ctx,
      (within, { scope, body }) => createStanding(within, scope, body),
      async (within, { teeTime, standingTime }) => ({
        teeTime: await currentCard(within, teeTime),
        standingTime,
      }),
    ),
  )

  serve(skipStandingDate, memberById(ctx), ({ scope, params, body }) =>
    skipDate(ctx, scope, params.standingId, body.date),
  )

  serve(unskipStandingDate, memberById(ctx), ({ scope, params, body }) =>
    unskipDate(ctx, scope, params.standingId, body.date),
  )

  serve(endStandingTime, memberById(ctx), async ({ scope, params }) => {
    await endStanding(ctx, scope, params.standingId)
    return { message: 'The standing tee time has ended.' }
  })
}
