import { MAX_COURSE_LENGTH } from '../../../contract/limits.ts'
import type { Coordinates, Place } from '../../providers/forecasts/forecasts.ts'
import { countryNamed, regionNamed } from './regions.ts'

/** A name to search for, and what the golfer wrote around it to tell it from its namesakes. */
export interface Reading {
  readonly name: string
  readonly regions: readonly string[]
}

/** What is known of where the group plays. */
export interface Surroundings {
  readonly home?: Coordinates | undefined
  /** IANA name. */
  readonly timeZone?: string | undefined
}

/** A round trip with a round in between: farther off, a group says where it goes. */
const NEAR_KM = 300

/** What clubs put behind the place they are named after: 'Banff Golf & Country Club'. */
const CLUB_WORDS =
  /(?:^|[\s,&+/–-]+)(?:golf|courses?|club|g\.?c|gcc|g\.?&c\.?c|c\.?c|country|curling|and|links|resort|municipal)[\s.]*$/iu
const CLUB_PREFIX =
  /^(?:the\s+)?(?:golf\s+(?:club|course|links|resort)|club\s+de\s+golf|golf)(?:\s+(?:of|at|de|du))?\s+/iu
const POSTCODE = /\b(?:[a-z]\d[a-z] ?\d[a-z]\d|\d{5}(?:-\d{4})?)\b/giu

/**
 * How a location may be read, the best reading first; none when it names no place.
 *
 * The provider knows towns and districts and no golf courses, so what is searched for is the place in
 * a course's name, and after that the town that was written behind it ('Shaganappi Point, Calgary, AB').
 */
export function readingsOf(location: string): Reading[] {
  const parts = location
    .split(/[,;\n]/)
    .map((part) => part.replace(POSTCODE, '').trim())
    .filter((part) => part !== '')
  const readings: Reading[] = []
  for (const [index, part] of parts.slice(0, 2).entries()) {
    const name = withoutClub(part)
    if (folded(name).length >= 2) readings.push({ name, regions: parts.slice(index + 1) })
  }
  return readings
}

/**
 * The place that a reading means, or none: the weather of a far-away namesake is worse than that of
 * the group's place, because nobody would notice. 'Maple Ridge Golf Course' is in Calgary, the only
 * Maple Ridge that is a town is 650 km from there.
 *
 * With a region, a place must lie in it. Without one it must bear exactly that name, and lie near the
 * group's place where that is known. Where it is not known there is no better guess to protect: then
 * the group's time zone only decides between namesakes.
 * @param places as found for the reading's name, the best known first
 */
export function choosePlace(
  places: readonly Place[],
  reading: Reading,
  around: Surroundings,
): Place | undefined {
  const { name, regions } = reading
  const namesakes = places.filter((place) => folded(place.name) === folded(name))
  if (regions.length > 0) {
    return inRegion(namesakes, regions) ?? inRegion(places.filter(resembles(name)), regions)
  }
  const { home, timeZone } = around
  if (home !== undefined) {
    const [nearest] = namesakes
      .map((place) => ({ place, km: distanceInKm(home, place) }))
      .filter(({ km }) => km <= NEAR_KM)
      .sort((one, other) => one.km - other.km)
    return nearest?.place
  }
  return namesakes.find((place) => place.timeZone === timeZone) ?? namesakes[0]
}

/** What a reading is searched for, and what was found is kept under. The provider minds no case. */
export function searchKey({ name }: Reading): string {
  return name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').slice(0, MAX_COURSE_LENGTH)
}

/** For comparing names: no accents, case or punctuation. */
function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function withoutClub(part: string): string {
  let name = part.replace(CLUB_PREFIX, '')
  while (CLUB_WORDS.test(name)) name = name.replace(CLUB_WORDS, '')
  return name.trim()
}

/**
 * Of the places in the last region named, the one that fits the most of the others. The last is the
 * widest; before it people write districts and streets that the provider may not know.
 */
function inRegion(places: readonly Place[], regions: readonly string[]): Place | undefined {
  const widest = regions.at(-1) ?? ''
  const fits = (place: Place) => regions.filter((region) => liesIn(place, region)).length
  const [best] = places
    .filter((place) => liesIn(place, widest))
    .map((place) => ({ place, fits: fits(place) }))
    .sort((one, other) => other.fits - one.fits)
  return best?.place
}

function liesIn(place: Place, region: string): boolean {
  const wanted = folded(region)
  const countryCode = folded(place.countryCode ?? '')
  const names = [...place.areas, place.country ?? ''].map(folded)
  if (names.includes(wanted) || wanted === countryCode) return true
  if (countryNamed(wanted) === countryCode && countryCode !== '') return true
  const full = regionNamed(wanted, countryCode)
  return full !== undefined && names.includes(full)
}

/** A longer name ('Kananaskis Village') or another language's ('Köln'), but no half word. */
function resembles(name: string): (place: Place) => boolean {
  const wanted = folded(name)
  return (place) => {
    const known = folded(place.name)
    return !known.startsWith(wanted) || known.startsWith(`${wanted} `)
  }
}

const EARTH_RADIUS_KM = 6371

/** Along the great circle. */
function distanceInKm(one: Coordinates, other: Coordinates): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const dLat = rad(other.latitude - one.latitude)
  const dLon = rad(other.longitude - one.longitude)
  const half =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(rad(one.latitude)) * Math.cos(rad(other.latitude)) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}
