import { readDaylight, readWeather } from '../../contract/weather.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../platform/http/serve.ts'
import { readerByQuery } from './access.ts'
import { placeFinder } from './find-place.ts'
import { sunsetBefore } from './read-daylight.ts'
import { weatherReader } from './read-weather.ts'

export function weatherRoutes(serve: Serve, ctx: Context): void {
  const findPlace = placeFinder(ctx)
  const read = weatherReader(ctx, { findPlace })

  serve(readWeather, readerByQuery(ctx), ({ scope, query }) => read(scope, query))

  serve(readDaylight, readerByQuery(ctx), ({ scope, query }) =>
    sunsetBefore(findPlace, scope, query),
  )
}
