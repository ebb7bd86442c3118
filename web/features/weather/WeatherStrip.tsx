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
import { DEFAULT_LOCATION } from '../../../contract/limits.ts'
import { readWeather, tooSoonForForecast, type Weather } from '../../../contract/weather.ts'
import { ApiError, get } from '../../lib/api-client.ts'
import { shortDate } from '../../lib/dates.ts'
import { keyOf } from '../../lib/query-client.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Daylight } from './Daylight.tsx'

const inTurn = limitConcurrency(3)

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

interface WeatherStripProps {
  readonly course: string
  readonly date: string
  readonly time: string
  readonly groupId: number
  /** Whether the round has begun, so that the sunset no longer matters. */
  readonly isOver: boolean
}

/** The forecast for a tee time at a glance. */
export function WeatherStrip({ course, date, time, groupId, isOver }: WeatherStripProps) {
  const location = course.trim() === '' ? DEFAULT_LOCATION : course
  const query = { date, time, location, groupId: String(groupId) }
  const forecast = useQuery({
    queryKey: keyOf(readWeather, { query }),
    queryFn: ({ queryKey, signal }) =>
      inTurn(signal, () => readForecast(String(queryKey[0]), signal)),
  })
  return (
    <div className="flex min-h-14 flex-col justify-center rounded-[0.625rem] bg-sunken px-3 py-1.5 text-sm has-[[data-kept]]:min-h-18">
      <div className="flex min-h-11 items-center">
        {forecast.data === undefined ? (
          forecast.isPending ? (
            <WeatherSkeleton />
          ) : (
            'Weather data unavailable'
          )
        ) : 'opensOn' in forecast.data ? (
          `Forecast opens ${shortDate(forecast.data.opensOn)}`
        ) : (
          <Stats weather={forecast.data} />
        )}
      </div>
      {!isOver && <Daylight course={course} date={date} time={time} groupId={groupId} />}
    </div>
  )
}

async function readForecast(
  address: string,
  signal: AbortSignal,
): Promise<Weather | { opensOn: string }> {
  try {
    return await get<Weather>(address, signal)
  } catch (error) {
    const early = error instanceof ApiError && error.code === 'TOO_EARLY'
    const opening = early ? tooSoonForForecast.safeParse(error.body) : undefined
    if (opening?.success) return { opensOn: opening.data.opensOn }
    throw error
  }
}

function Stats({ weather }: { weather: Weather }) {
  const Icon = ICONS[weather.condition] ?? Thermometer
  return (
    <div className="flex w-full items-center gap-3 leading-snug">
      <Icon aria-hidden size={28} className="shrink-0 text-sky" />
      <p className="min-w-0 flex-1">
        <span className="block text-base leading-tight font-bold">
          {Math.round(weather.temperature)}°C
        </span>
        <span className="block">{weather.condition}</span>
      </p>
      <div className="shrink-0 text-right">
        {weather.windSpeed !== null && (
          <p>
            <Wind aria-hidden size={14} className="mr-1.5 inline" />
            <span className="sr-only">Wind </span>
            {weather.windDirection !== null && `${weather.windDirection} `}
            {Math.round(weather.windSpeed)} km/h
          </p>
        )}
        <p>
          <Droplets aria-hidden size={14} className="mr-1.5 inline" />
          <span className="sr-only">Chance of rain </span>
          {Math.round(weather.precipProbability)}%
        </p>
      </div>
    </div>
  )
}

function WeatherSkeleton() {
  return (
    <>
      <span className="sr-only">Loading the forecast</span>
      <Skeleton className="size-7 rounded-full bg-line" />
      <Skeleton className="ml-3 h-4 w-24 bg-line" />
      <Skeleton className="ml-auto h-4 w-20 bg-line" />
    </>
  )
}

/** Credit with a link, which Open-Meteo's license (CC BY 4.0) requires wherever its data is shown. */
export function WeatherCredit() {
  return (
    <p className="text-center text-sm text-muted">
      Weather data by{' '}
      <a className="underline" href="https://open-meteo.com/" rel="noreferrer">
        Open-Meteo.com
      </a>
    </p>
  )
}

/**
 * Runs at most `atOnce` tasks at a time and queues the rest. Over HTTP/1.1, a browser opens only six
 * connections to a server: slow forecasts for all cards would block a claim.
 */
export function limitConcurrency(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function inTurn<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      signal.throwIfAborted()
      return await task()
    } finally {
      // The next task in the queue takes this one's place, so `running` stays the same.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
