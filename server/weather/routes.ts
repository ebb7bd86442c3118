import { OWNER_ONLY_MESSAGE } from '../../contract/groups.ts'
import * as weather from '../../contract/weather.ts'
import type { Context } from '../context.ts'
import { ownerById } from '../groups/index.ts'
import type { RegisterRoute } from '../platform/http/register-route.ts'
import { readerByQuery } from './access.ts'
import { placeFinder } from './find-place.ts'
import { createReadWeather, findSunset } from './read-weather.ts'
import { readLimits, setLimits } from './watch-weather.ts'

export function weatherRoutes(route: RegisterRoute, ctx: Context): void {
  const findPlace = placeFinder(ctx)
  const read = createReadWeather(ctx, { findPlace })

  const reader = readerByQuery(ctx)
  route(weather.readWeather, reader, ({ access, query }) => read(access, query))
  route(weather.readSunset, reader, ({ access, query }) => findSunset(findPlace, access, query))

  const ownerOnly = ownerById(ctx, OWNER_ONLY_MESSAGE)
  route(weather.readWeatherWatch, ownerOnly, ({ access }) => readLimits(ctx, access))
  route(weather.setWeatherWatch, ownerOnly, ({ access, body }) => setLimits(ctx, access, body))
}
