import { listMyWaitingEntries, stopWaiting, waitForSpot } from '../../../contract/spots.ts'
import type { Context } from '../../context.ts'
import { signedIn } from '../../identity/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { memberByTeeTime } from '../access.ts'
import { readOwnWaitingLists } from './read-own-waiting.ts'
import { stopWaiting as stop, waitForSpot as wait } from './wait-for-spot.ts'

export function waitingListRoutes(serve: Serve, ctx: Context): void {
  serve(waitForSpot, memberByTeeTime(ctx), ({ scope, body }) =>
    wait(ctx, scope, { autoAccept: body?.autoAccept }),
  )

  serve(listMyWaitingEntries, signedIn(ctx), ({ scope }) => readOwnWaitingLists(ctx, scope))

  serve(stopWaiting, memberByTeeTime(ctx), ({ scope }) => stop(ctx, scope))
}
