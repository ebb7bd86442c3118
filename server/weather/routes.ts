import { OWNER_ONLY } from '../../contract/groups.ts'
import * as weather from '../../contract/weather.ts'
import type { Context } from '../context.ts'
import { ownerById } from '../groups/index.ts'
import type { RegisterRoute } from '../platform/http/register-route.ts'
import { readerByQuery } from './access.ts'
import { placeFinder } from './find-place.ts'
import { createReadWeather, sunsetBefore } from './read-weather.ts'
import { readLimits, setLimits } from './watch-weather.ts'

export function weatherRoutes(route: RegisterRoute, ctx: Context): void {
  const findPlace = placeFinder(ctx)
  const read = createReadWeather(ctx, { findPlace })

  const reader = readerByQuery(ctx)
  route(weather.readWeather, reader, ({ scope, query }) => read(scope, query))
  route(weather.readSunset, reader, ({ scope, query }) => sunsetBefore(findPlace, scope, query))

  const ownerOnly = ownerById(ctx, OWNER_ONLY)
  route(weather.readWeatherWatch, ownerOnly, ({ scope }) => readLimits(ctx, scope))
  route(weather.setWeatherWatch, ownerOnly, ({ scope, body }) => setLimits(ctx, scope, body))
}
