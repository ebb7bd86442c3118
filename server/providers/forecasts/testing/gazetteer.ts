export interface GazetteerEntry {
  id: number
  name: string
  latitude: number
  longitude: number
  elevation: number
  feature_code: string
  country_code: string
  country: string
  admin1?: string
  admin2?: string
  timezone: string
  population?: number
  postcodes?: string[]
}

type Row = [
  name: string,
  latitude: number,
  longitude: number,
  featureCode: string,
  countryCode: 'CA' | 'US' | 'GB' | 'FR',
  admin1: string,
  timezone: string,
  population: number,
]

const COUNTRY = { CA: 'Canada', US: 'United States', GB: 'United Kingdom', FR: 'France' } as const

/** Real places: those of the demo, and places that share a name, such as London, best known first. */
const PLACES: Row[] = [
  ['London', 51.50853, -0.12574, 'PPLC', 'GB', 'England', 'Europe/London', 8961989],
  ['Calgary', 51.05011, -114.08529, 'PPLA2', 'CA', 'Alberta', 'America/Edmonton', 1306784],
  ['Edmonton', 53.55014, -113.46871, 'PPLA', 'CA', 'Alberta', 'America/Edmonton', 1010899],
  ['Vancouver', 49.24966, -123.11934, 'PPL', 'CA', 'British Columbia', 'America/Vancouver', 662248],
  ['London', 42.98339, -81.23304, 'PPLA2', 'CA', 'Ontario', 'America/Toronto', 422324],
  ['Inglewood', 33.96168, -118.35313, 'PPL', 'US', 'California', 'America/Los_Angeles', 111542],
  [
    'Maple Ridge',
    49.21939,
    -122.60193,
    'PPL',
    'CA',
    'British Columbia',
    'America/Vancouver',
    90990,
  ],
  ['Kelowna', 49.88307, -119.48568, 'PPL', 'CA', 'British Columbia', 'America/Vancouver', 127380],
  ['Springfield', 37.21533, -93.29824, 'PPLA2', 'US', 'Missouri', 'America/Chicago', 166810],
  ['Springfield', 39.80172, -89.64371, 'PPLA', 'US', 'Illinois', 'America/Chicago', 116565],
  ['Canmore', 51.08335, -115.35206, 'PPL', 'CA', 'Alberta', 'America/Edmonton', 15990],
  ['Banff', 51.17622, -115.56982, 'PPL', 'CA', 'Alberta', 'America/Edmonton', 7847],
  ['Pebble Beach', 36.56634, -121.94669, 'PPL', 'US', 'California', 'America/Los_Angeles', 4509],
  ['St Andrews', 56.33871, -2.79902, 'PPL', 'GB', 'Scotland', 'Europe/London', 17580],
  ['Montréal', 45.50884, -73.58781, 'PPLA2', 'CA', 'Quebec', 'America/Toronto', 1762949],
  ['Inglewood', 51.03341, -114.01859, 'PPLX', 'CA', 'Alberta', 'America/Edmonton', 0],
  ['Priddis', 50.88337, -114.31871, 'PPL', 'CA', 'Alberta', 'America/Edmonton', 0],
  ['Mount Kidd', 50.88346, -115.18537, 'MT', 'CA', 'Alberta', 'America/Edmonton', 0],
]

/** Like Open-Meteo, leaves out empty fields. */
const GAZETTEER: readonly GazetteerEntry[] = PLACES.map(
  ([name, latitude, longitude, feature_code, country_code, admin1, timezone, population], row) => ({
    id: 6_000_000 + row,
    name,
    latitude,
    longitude,
    elevation: 100 + row,
    feature_code,
    country_code,
    country: COUNTRY[country_code],
    admin1,
    timezone,
    ...(population > 0 && { population, postcodes: [`P${row}`] }),
  }),
)

/**
 * Searches as Open-Meteo documents it: one character finds nothing, two characters find equal names, and
 * three or more find names that start with them. Accents are ignored.
 */
export function searchGazetteer(name: string, count: number): GazetteerEntry[] {
  const wanted = normalizeName(name.trim())
  if (wanted.length < 2) return []
  return GAZETTEER.filter((entry) =>
    wanted.length === 2
      ? normalizeName(entry.name) === wanted
      : normalizeName(entry.name).startsWith(wanted),
  ).slice(0, count)
}

function normalizeName(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
