import { bringGuest, removeGuest } from '../../../contract/guests.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { memberByTeeTime } from '../access.ts'
import { currentCard } from '../current-card.ts'
import { bringGuest as bring, removeGuest as remove } from './bring-guest.ts'

export function guestRoutes(serve: Serve, ctx: Context): void {
  serve(
    bringGuest,
    memberByTeeTime(ctx),
    runOnce(ctx, (within, { scope, body }) => bring(within, scope, body.name), currentCard),
  )

  serve(removeGuest, memberByTeeTime(ctx), ({ scope, params }) =>
    remove(ctx, scope, params.guestId),
  )
}
