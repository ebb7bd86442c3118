import { delayMorning, runLate } from '../../../contract/delays.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { memberByTeeTime } from '../tee-times/gate.ts'
import { delayMorning as delay } from './delay-morning.ts'
import { keeperByTeeTime } from './gate.ts'
import { runLate as late } from './run-late.ts'

export function delayRoutes(serve: Serve, ctx: Context): void {
  serve(delayMorning, keeperByTeeTime(ctx), ({ scope, body }) => delay(ctx, scope, body))

  serve(runLate, memberByTeeTime(ctx), ({ scope, body }) => late(ctx, scope, body.minutes))
}
