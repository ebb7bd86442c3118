import { releaseReservation, reserveSpot } from '../../../contract/reservations.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { editorByTeeTime, memberByTeeTime } from '../access.ts'
import { currentCard } from '../current-card.ts'
import { releaseReservation as release, reserveSpot as reservation } from './reserve-spot.ts'

export function reservationRoutes(serve: Serve, ctx: Context): void {
  serve(
    reserveSpot,
    editorByTeeTime(ctx),
    runOnce(ctx, (within, { scope, body }) => reservation(within, scope, body), currentCard),
  )

  serve(releaseReservation, memberByTeeTime(ctx), ({ scope, params }) =>
    release(ctx, scope, params.reservationId),
  )
}
