import {
  createRecurringTeeTime,
  endRecurringTeeTime,
  listRecurringTeeTimes,
  skipRecurringDate,
  unskipRecurringDate,
} from '../../../contract/recurring-tee-times.ts'
import type { Context } from '../../context.ts'
import { memberById, viewerById } from '../../groups/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { currentCard } from '../current-card.ts'
import {
  createRecurring,
  endRecurring,
  listRecurringTeeTimes as list,
  skipDate,
  unskipDate,
} from './manage-recurring.ts'

export function recurringRoutes(serve: Serve, ctx: Context): void {
  serve(listRecurringTeeTimes, viewerById(ctx), ({ scope }) => list(ctx, scope))

  serve(
    createRecurringTeeTime,
    memberById(ctx),
    runOnce(
      ctx,
      (within, { scope, body }) => createRecurring(within, scope, body),
      async (within, { teeTime, recurringTeeTime }) => ({
        teeTime: await currentCard(within, teeTime),
        recurringTeeTime,
      }),
    ),
  )

  serve(skipRecurringDate, memberById(ctx), ({ scope, params, body }) =>
    skipDate(ctx, scope, params.recurringId, body.date),
  )

  serve(unskipRecurringDate, memberById(ctx), ({ scope, params, body }) =>
    unskipDate(ctx, scope, params.recurringId, body.date),
  )

  serve(endRecurringTeeTime, memberById(ctx), async ({ scope, params }) => {
    await endRecurring(ctx, scope, params.recurringId)
    return { message: 'The standing tee time has ended.' }
  })
}
