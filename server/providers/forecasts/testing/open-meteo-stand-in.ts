import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Temporal } from 'temporal-polyfill'
import { answerForecast, answerSearch, refusal } from './answers.ts'
import { BEHAVIOURS, type Mode, send } from './behaviours.ts'

export { standInHour } from './answers.ts'

type Api = 'search' | 'forecast'

export interface OpenMeteoStandIn {
  /** Stands in for both hosts: `WEATHER_API_BASE` and `GEOCODING_API_BASE`. No slash at the end. */
  readonly base: string
  /** How each API behaves; may be changed at any time. */
  readonly modes: Record<Api, Mode>
  /** Milliseconds before a `slow` answer. */
  slowMs: number
  /** The query of every question that came, oldest first. */
  readonly asked: Record<Api, URLSearchParams[]>
  /** After this the base is a closed port. */
  close(): Promise<void>
}

export interface StandInOptions {
  /** 0, any free one, when left out. */
  port?: number
  /** The date, `YYYY-MM-DD`, from which the sixteen forecast days count; default today in UTC. */
  today?: () => string
}

/** Starts a server on 127.0.0.1 that answers as Open-Meteo documents, with made-up weather. */
export async function openMeteoStandIn(options: StandInOptions = {}): Promise<OpenMeteoStandIn> {
  const modes: Record<Api, Mode> = { search: 'ok', forecast: 'ok' }
  const asked: Record<Api, URLSearchParams[]> = { search: [], forecast: [] }
  const today = options.today ?? (() => Temporal.Now.plainDateISO('UTC').toString())

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const api = apiOf(request, url)
    if (api === undefined) return send(response, 404, refusal('Not Found'))
    asked[api].push(url.searchParams)
    const answer =
      api === 'search' ? answerSearch(url.searchParams) : answerForecast(url.searchParams, today())
    const nth = asked[api].length
    BEHAVIOURS[modes[api]]({ response, answer, slowMs: standIn.slowMs, nth })
  })
  await new Promise<void>((ready) => server.listen(options.port ?? 0, '127.0.0.1', ready))
  const standIn: OpenMeteoStandIn = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    modes,
    slowMs: 500,
    asked,
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

// Run by itself, `node …/open-meteo-stand-in.ts [port]`, it prints its base URL and serves until stopped.
if (import.meta.main) {
  const { base } = await openMeteoStandIn({ port: Number(process.argv[2] ?? 0) })
  process.stdout.write(`${base}\n`)
}
