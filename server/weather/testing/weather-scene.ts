import { afterEach, beforeEach } from 'vitest'
import type { RequestLimits } from '../../providers/forecasts/guarded-fetch.ts'
import { openMeteo } from '../../providers/forecasts/open-meteo.ts'
import {
  type OpenMeteoStandIn,
  startOpenMeteoStandIn,
} from '../../providers/forecasts/testing/open-meteo-stand-in.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import type { ApiResponse } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

/** Today's date in the app, in Calgary and at the provider. */
export const TODAY = '2026-06-01'
export const HOUR_MS = 3_600_000
/** Latitudes that identify a place in the stand-in's log. */
export const CALGARY_LATITUDE = '51.05011'
export const CANMORE_LATITUDE = '51.08335'

export const UNAVAILABLE = {
  status: 404,
  body: { code: 'WEATHER_UNAVAILABLE', message: 'Weather data unavailable' },
}

export interface WeatherScene {
  standIn: OpenMeteoStandIn
  node: TestApp
  make: ReturnType<typeof factories>
  golfer: TestGolfer
  /** Sends `GET /api/weather`, by default as `golfer` and to `node`. */
  ask(
    query: Record<string, string | number>,
    session?: string,
    node?: TestApp,
  ): Promise<ApiResponse>
  requestedLatitudes(): (string | null)[]
  /** Returns how many requests have reached the provider: for places, and for forecasts. */
  requestCounts(): [number, number]
  /** Starts another node on the same database, which the caller must close. */
  startSecondNode(): Promise<TestApp>
  restart(limits: Partial<RequestLimits>): Promise<void>
}

/**
 * Sets up an app, a golfer, and a provider that works unless a test changes its mode. All are new for each
 * test.
 */
export function weatherScene(): WeatherScene {
  const start = (limits: Partial<RequestLimits>, databaseUrl?: string) =>
    startTestApp({
      at: `${TODAY}T16:00:00Z`,
      forecasts: openMeteo({
        forecastBase: scene.standIn.base,
        geocodingBase: scene.standIn.base,
        // The timeout is long enough for a slow machine. Failures cause no pause unless a test wants one.
        limits: { callMs: 600_000, failuresToPause: 1_000, ...limits },
      }),
      ...(databaseUrl !== undefined && { databaseUrl }),
    })

  async function prepare(limits: Partial<RequestLimits> = {}): Promise<void> {
    scene.node = await start(limits)
    scene.make = factories(scene.node.ctx)
    scene.golfer = await scene.make.golfer()
  }

  const actions: Omit<WeatherScene, 'standIn' | 'node' | 'make' | 'golfer'> = {
    ask(query, session = scene.golfer.session, node = scene.node) {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      )
      return node.phone(session).get(`/api/weather?${search}`)
    },
    requestedLatitudes: () => scene.standIn.requests.forecast.map((query) => query.get('latitude')),
    requestCounts: () => [
      scene.standIn.requests.search.length,
      scene.standIn.requests.forecast.length,
    ],
    startSecondNode: () => start({}, scene.node.databaseUrl),
    async restart(limits) {
      await scene.node.close()
      await prepare(limits)
    },
  }
  // `beforeEach` sets the properties that `actions` lacks.
  const scene = actions as WeatherScene

  beforeEach(async () => {
    scene.standIn = await startOpenMeteoStandIn({ today: () => TODAY })
    await prepare()
  })
  afterEach(async () => {
    // Close the provider first, so that pending requests end and their failures can still be stored.
    await scene.standIn.close()
    await scene.node.close()
  })
  return scene
}
