import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Temporal } from 'temporal-polyfill'
import { answerForecast, answerSearch, refusal } from './answers.ts'
import { BEHAVIORS, type Mode, send } from './behaviors.ts'

export { inventWeather } from './answers.ts'

type Api = 'search' | 'forecast'

export interface OpenMeteoStandIn {
  /** The value for both `WEATHER_API_BASE` and `GEOCODING_API_BASE`. No trailing slash. */
  readonly base: string
  readonly modes: Record<Api, Mode>
  /** The delay of a `slow` response, in milliseconds. */
  slowMs: number
  readonly requests: Record<Api, URLSearchParams[]>
  close(): Promise<void>
}

export interface StandInOptions {
  port?: number
  /** Returns the first of the sixteen forecast days, `YYYY-MM-DD`; by default, today in UTC. */
  today?: () => string
}

/** Starts a server on 127.0.0.1 that responds as Open-Meteo documents, with made-up weather. */
export async function startOpenMeteoStandIn(
  options: StandInOptions = {},
): Promise<OpenMeteoStandIn> {
  const modes: Record<Api, Mode> = { search: 'ok', forecast: 'ok' }
  const requests: Record<Api, URLSearchParams[]> = { search: [], forecast: [] }
  const today = options.today ?? (() => Temporal.Now.plainDateISO('UTC').toString())

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const api = apiOf(request, url)
    if (api === undefined) return send(response, 404, refusal('Not Found'))
    requests[api].push(url.searchParams)
    const answer =
      api === 'search' ? answerSearch(url.searchParams) : answerForecast(url.searchParams, today())
    const nth = requests[api].length
    BEHAVIORS[modes[api]]({ response, answer, slowMs: standIn.slowMs, nth })
  })
  await new Promise<void>((ready) => server.listen(options.port ?? 0, '127.0.0.1', ready))
  const standIn: OpenMeteoStandIn = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    modes,
    slowMs: 500,
    requests,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return standIn
}

function apiOf(request: IncomingMessage, url: URL): Api | undefined {
  if (request.method !== 'GET') return undefined
  if (url.pathname === '/v1/search') return 'search'
  if (url.pathname === '/v1/forecast') return 'forecast'
  return undefined
}

// `node …/open-meteo-stand-in.ts [port]` starts the server and prints its base URL.
if (import.meta.main) {
  const { base } = await startOpenMeteoStandIn({ port: Number(process.argv[2] ?? 0) })
  process.stdout.write(`${base}\n`)
}
