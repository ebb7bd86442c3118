import { useQuery } from '@tanstack/react-query'
import Cloud from 'lucide-react/icons/cloud'
import CloudDrizzle from 'lucide-react/icons/cloud-drizzle'
import CloudFog from 'lucide-react/icons/cloud-fog'
import CloudLightning from 'lucide-react/icons/cloud-lightning'
import CloudRain from 'lucide-react/icons/cloud-rain'
import CloudSnow from 'lucide-react/icons/cloud-snow'
import CloudSun from 'lucide-react/icons/cloud-sun'
import Droplets from 'lucide-react/icons/droplets'
import Sun from 'lucide-react/icons/sun'
import Thermometer from 'lucide-react/icons/thermometer'
import Wind from 'lucide-react/icons/wind'
import { type RefCallback, useCallback, useState } from 'react'
import { describeTemperature, describeWind, type Units } from '../../../contract/units.ts'
import {
  mightEndAfterSunset,
  type PlacedWeather,
  readWeather,
  type Weather,
} from '../../../contract/weather.ts'
import { ApiError, addressOf, get } from '../../lib/api-client.ts'
import { readableDate } from '../../lib/dates.ts'
import { readOrCached } from '../../lib/query-client.ts'
import { FORECAST_FRESH_MS } from '../../lib/refetch-stale.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Round, SunsetWarning } from './SunsetWarning.tsx'

const runLimited = limitConcurrency(3)

const ICONS: Readonly<Record<string, typeof Sun>> = {
  Sunny: Sun,
  'Partly Cloudy': CloudSun,
  Overcast: Cloud,
  Fog: CloudFog,
  'Light Rain': CloudDrizzle,
  Rain: CloudRain,
  Snow: CloudSnow,
  Thunderstorm: CloudLightning,
} satisfies Record<Weather['condition'], typeof Sun>

type WeatherProps = Round & { units: Units | undefined }

function useForecast({ course, date, time, groupId }: Round, enabled: boolean) {
  const query = { date, time, location: course, groupId: String(groupId) }
  const address = addressOf(readWeather, { query })
  return useQuery({
    enabled,
    queryKey: [address],
    staleTime: FORECAST_FRESH_MS,
    queryFn: ({ signal }) =>
      runLimited(signal, () => readOrCached(address, () => readForecast(address, signal))),
  })
}

/** Shows the forecast on one line, with as many values as fit. The line is empty until it has loaded. */
export function WeatherLine({ units = 'metric', ...props }: WeatherProps) {
  // Most cards are far below the visible ones. Load their forecasts only when they come near the screen.
  const [lineRef, isNear] = useNearView()
  const { data } = useForecast(props, isNear)
  const weather = data === undefined || 'opensOn' in data ? undefined : data
  const Icon = ICONS[weather?.condition ?? ''] ?? Thermometer
  return (
    <p
      ref={lineRef}
      data-forecast={weather && ''}
      className="flex h-6 min-w-0 flex-1 flex-wrap items-center gap-x-2.5 overflow-hidden text-sm leading-6 text-muted"
    >
      {weather && (
        <>
          <span className="flex items-center gap-1 font-semibold text-ink">
            <Icon size={19} className="shrink-0 text-sky" />
            <span className="sr-only">{weather.condition}, </span>
            <span>{describeTemperature(units, weather.temperature)}</span>
          </span>
          <Rain weather={weather} />
          <WindSpeed weather={weather} units={units} />
        </>
      )}
    </p>
  )
}

function useNearView(): [RefCallback<Element>, boolean] {
  const [isNear, setNear] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '0px 0px 25% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, isNear]
}

function Rain({ weather }: { weather: Weather }) {
  return (
    <span className="whitespace-nowrap">
      <Droplets size={14} className="mr-1 inline" />
      <span className="sr-only">Chance of rain </span>
      {Math.round(weather.precipProbability)}%
    </span>
  )
}

function WindSpeed({ weather, units }: { weather: Weather; units: Units }) {
  const { windSpeed, windDirection } = weather
  if (windSpeed === null) return null
  return (
    <span className="whitespace-nowrap">
      <Wind size={14} className="mr-1 inline" />
      <span className="sr-only">Wind </span>
      {windDirection !== null && `${windDirection} `}
      {describeWind(units, windSpeed)}
    </span>
  )
}

export function WeatherStrip(props: WeatherProps & { hasBegun: boolean }) {
  const { units = 'metric', hasBegun } = props
  const { data, isError, isPending } = useForecast(props, true)
  return (
    <div className="flex min-h-14 flex-col justify-center rounded-[0.625rem] bg-sunken px-3 py-1.5 text-sm has-[[data-kept]]:min-h-19">
      <div className="flex min-h-11 items-center">
        {isPending ? (
          <>
            <span className="sr-only">Loading the forecast</span>
            <Skeleton className="size-7 rounded-full bg-line" />
            <Skeleton className="ml-3 h-4 w-24 bg-line" />
            <Skeleton className="ml-auto h-4 w-20 bg-line" />
          </>
        ) : isError ? (
          'Weather data unavailable'
        ) : 'opensOn' in data ? (
          `No forecast until ${readableDate(data.opensOn)}`
        ) : (
          <ForecastDetails weather={data} units={units} />
        )}
      </div>
      {!hasBegun && mightEndAfterSunset(props.time) && (
        // Reserve the space, so that a late response doesn't move what the golfer is about to tap.
        <div data-kept className="text-xs font-semibold min-[24rem]:text-sm">
          <SunsetWarning {...props} />
        </div>
      )}
    </div>
  )
}

async function readForecast(address: string, signal: AbortSignal) {
  try {
    return await get<PlacedWeather>(address, signal)
  } catch (error) {
    const isTooEarly = error instanceof ApiError && error.code === 'TOO_EARLY'
    if (isTooEarly && error.body.opensOn) return { opensOn: error.body.opensOn }
    // If the card left the screen while its forecast was loading, that is not a failure.
    // biome-ignore lint/suspicious/noConsole: the specification asks for this line.
    if (!signal.aborted) console.warn('Weather data unavailable', error)
    throw error
  }
}

function ForecastDetails({ weather, units }: { weather: PlacedWeather; units: Units }) {
  const Icon = ICONS[weather.condition] ?? Thermometer
  return (
    <div data-forecast="" className="flex w-full flex-wrap items-center gap-x-3 leading-snug">
      <Icon size={28} className="shrink-0 text-sky" />
      <p className="min-w-0 flex-1">
        <span className="block text-base leading-tight font-bold">
          {describeTemperature(units, weather.temperature)}
        </span>
        <span className="block">
          {weather.condition}
          {weather.place && <span className="text-muted"> in {weather.place}</span>}
        </span>
      </p>
      <div className="flex shrink-0 flex-col text-right">
        <WindSpeed weather={weather} units={units} />
        <Rain weather={weather} />
      </div>
    </div>
  )
}

/** Credit with a link, which Open-Meteo's license (CC BY 4.0) requires. Hidden while no forecast is shown. */
export function WeatherCredit() {
  return (
    <p className="mt-4 hidden text-center text-sm text-muted [main:has([data-forecast])_&]:block">
      Weather data by{' '}
      <a className="underline" href="https://open-meteo.com/" rel="noreferrer">
        Open-Meteo.com
      </a>
    </p>
  )
}

/**
 * Returns a function that runs at most `atOnce` tasks at a time and queues the rest. Over HTTP/1.1, browsers
 * open only six connections to a server, so slow forecasts for all cards would block a claim.
 */
export function limitConcurrency(atOnce: number) {
  const queue: (() => void)[] = []
  let running = 0
  return async function run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((start) => queue.push(start))
    else running += 1
    try {
      signal.throwIfAborted()
      return await task()
    } finally {
      // The next task in the queue takes this one's place, so `running` stays the same.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
