import { readWeather } from '../../../contract/weather.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { readerByQuery } from './gate.ts'
import { weatherReader } from './read-weather.ts'

export function weatherRoutes(serve: Serve, ctx: Context): void {
  const read = weatherReader(ctx)

  serve(readWeather, readerByQuery(ctx), ({ scope, query }) => read(scope, query))
}
