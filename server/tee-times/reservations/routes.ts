import { holdSpot, releaseHold } from '../../../contract/spot-holds.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { once } from '../../platform/idempotency/once.ts'
import { editorByTeeTime, memberByTeeTime } from '../access.ts'
import { currentCard } from '../current-card.ts'
import { holdSpot as hold, releaseHold as release } from './hold-spot.ts'

export function spotHoldRoutes(serve: Serve, ctx: Context): void {
  serve(
    holdSpot,
    editorByTeeTime(ctx),
    once(ctx, (within, { scope, body }) => hold(within, scope, body), currentCard),
  )

  serve(releaseHold, memberByTeeTime(ctx), ({ scope, params }) =>
    release(ctx, scope, params.holdId),
  )
}
