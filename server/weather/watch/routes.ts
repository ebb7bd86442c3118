import { OWNER_ONLY } from '../../../contract/groups.ts'
import { readWeatherWatch, setWeatherWatch } from '../../../contract/weather.ts'
import type { Context } from '../../context.ts'
import { ownerById } from '../../groups/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { readLimits, setLimits } from './set-limits.ts'

export function weatherWatchRoutes(serve: Serve, ctx: Context): void {
  serve(readWeatherWatch, ownerById(ctx, OWNER_ONLY), ({ scope }) => readLimits(ctx, scope))

  serve(setWeatherWatch, ownerById(ctx, OWNER_ONLY), ({ scope, body }) =>
    setLimits(ctx, scope, body),
  )
}
