import { holdSpot, releaseHold } from '../../../contract/spot-holds.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { editorByTeeTime, memberByTeeTime } from '../tee-times/gate.ts'
import { holdSpot as hold, releaseHold as release } from './hold-spot.ts'

export function spotHoldRoutes(serve: Serve, ctx: Context): void {
  serve(holdSpot, editorByTeeTime(ctx), ({ scope, body }) => hold(ctx, scope, body))

  serve(releaseHold, memberByTeeTime(ctx), ({ scope, params }) =>
    release(ctx, scope, params.holdId),
  )
}
