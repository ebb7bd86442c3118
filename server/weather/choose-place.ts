import { MAX_COURSE_LENGTH } from '../../contract/limits.ts'
import type { Coordinates, Place } from '../providers/forecasts/forecasts.ts'

/** A place that a location may mean: the name to search for, and the regions after it, such as 'AB'. */
export interface PlaceCandidate {
  readonly name: string
  readonly regions: readonly string[]
}

export interface GroupLocation {
  readonly home?: Coordinates | undefined
  readonly timeZone?: string | undefined
}

/** About as far as a group travels in a day. For a place farther away, golfers must add its region. */
const NEAR_KM = 300

/** Words that clubs append to the place they are named after: 'Banff Golf & Country Club'. */
const CLUB_WORDS =
  /(?:^|[\s,&+/–-]+)(?:golf|courses?|club|g\.?c|gcc|g\.?&c\.?c|c\.?c|country|curling|and|links|resort|municipal)[\s.]*$/iu
const CLUB_PREFIX =
  /^(?:the\s+)?(?:golf\s+(?:club|course|links|resort)|club\s+de\s+golf|golf)(?:\s+(?:of|at|de|du))?\s+/iu
const POSTCODE = /\b(?:[a-z]\d[a-z] ?\d[a-z]\d|\d{5}(?:-\d{4})?)\b/giu

/**
 * Returns the places that a location may mean, the likeliest first. The provider has no golf courses, so the
 * candidates are the place in the course's name and the town after it ('Shaganappi Point, Calgary, AB').
 */
export function candidatesFor(location: string): PlaceCandidate[] {
  const parts = location
    .split(/[,;\n]/)
    .map((part) => part.replace(POSTCODE, '').trim())
    .filter((part) => part !== '')
  return parts
    .slice(0, 2)
    .map((part, index) => ({ name: withoutClubWords(part), regions: parts.slice(index + 1) }))
    .filter(({ name }) => normalizeName(name).length >= 2)
}

/**
 * Returns undefined if no place is likely. Rejects doubtful matches, because nobody would notice that the
 * weather is from the wrong place: 'Maple Ridge Golf Course' is in Calgary, but the only town called Maple
 * Ridge is 650 km away.
 * @param places the search results for the candidate's name, best known first
 */
export function choosePlace(
  places: readonly Place[],
  candidate: PlaceCandidate,
  group: GroupLocation,
) {
  const { name, regions } = candidate
  const namesakes = places.filter((place) => normalizeName(place.name) === normalizeName(name))
  if (regions.length > 0) {
    const similar = places.filter((place) => resembles(place.name, name))
    return inRegion(namesakes, regions) ?? inRegion(similar, regions)
  }
  const { home, timeZone } = group
  if (home !== undefined) {
    const [nearest] = namesakes
      .filter((place) => distanceInKm(home, place) <= NEAR_KM)
      .sort((one, other) => distanceInKm(home, one) - distanceInKm(home, other))
    return nearest
  }
  return namesakes.find((place) => place.timeZone === timeZone) ?? namesakes[0]
}

/** Returns the name to search for, which is also the key of the stored results. The provider ignores case. */
export function searchNameOf({ name }: PlaceCandidate): string {
  return name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').slice(0, MAX_COURSE_LENGTH)
}

function normalizeName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function withoutClubWords(part: string): string {
  let name = part.replace(CLUB_PREFIX, '')
  while (CLUB_WORDS.test(name)) name = name.replace(CLUB_WORDS, '')
  return name.trim()
}

/**
 * Accepts only places in the last region, which is the widest. The provider may not know the others, such as
 * streets.
 */
function inRegion(places: readonly Place[], regions: readonly string[]): Place | undefined {
  const countMatches = (place: Place) => regions.filter((region) => liesIn(place, region)).length
  const [best] = places
    .filter((place) => liesIn(place, regions.at(-1) ?? ''))
    .sort((one, other) => countMatches(other) - countMatches(one))
  return best
}

function liesIn(place: Place, region: string): boolean {
  const wanted = normalizeName(region)
  const countryCode = normalizeName(place.countryCode ?? '')
  const names = [...place.areas, place.country ?? ''].map(normalizeName)
  if (names.includes(wanted) || (COUNTRY_ALIASES[wanted] ?? wanted) === countryCode) return true
  const full = REGIONS[countryCode]?.[wanted]
  return full !== undefined && names.includes(full)
}

/**
 * Rejects a found name that continues the last word of `name` ('Calgary' for 'Calg'). Accepts one with more
 * words ('Kananaskis Village' for 'Kananaskis') and any other, which may be in another language ('Köln' for
 * 'Cologne').
 */
function resembles(found: string, name: string): boolean {
  const known = normalizeName(found)
  const wanted = normalizeName(name)
  return !known.startsWith(wanted) || known.startsWith(`${wanted} `)
}

const EARTH_RADIUS_KM = 6371

function distanceInKm(one: Coordinates, other: Coordinates): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const dLat = rad(other.latitude - one.latitude)
  const dLon = rad(other.longitude - one.longitude)
  const haversine =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(rad(one.latitude)) * Math.cos(rad(other.latitude)) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** Names of regions by country and by abbreviation ('Canmore, AB'): the codes of ISO 3166-2, and 'pei'. */
const REGIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ca: {
    ab: 'alberta',
    bc: 'british columbia',
    mb: 'manitoba',
    nb: 'new brunswick',
    nl: 'newfoundland and labrador',
    ns: 'nova scotia',
    nt: 'northwest territories',
    nu: 'nunavut',
    on: 'ontario',
    pe: 'prince edward island',
    pei: 'prince edward island',
    qc: 'quebec',
    sk: 'saskatchewan',
    yt: 'yukon',
  },
  us: {
    al: 'alabama',
    ak: 'alaska',
    az: 'arizona',
    ar: 'arkansas',
    ca: 'california',
    co: 'colorado',
    ct: 'connecticut',
    dc: 'washington d c',
    de: 'delaware',
    fl: 'florida',
    ga: 'georgia',
    hi: 'hawaii',
    ia: 'iowa',
    id: 'idaho',
    il: 'illinois',
    in: 'indiana',
    ks: 'kansas',
    ky: 'kentucky',
    la: 'louisiana',
    ma: 'massachusetts',
    md: 'maryland',
    me: 'maine',
    mi: 'michigan',
    mn: 'minnesota',
    mo: 'missouri',
    ms: 'mississippi',
    mt: 'montana',
    nc: 'north carolina',
    nd: 'north dakota',
    ne: 'nebraska',
    nh: 'new hampshire',
    nj: 'new jersey',
    nm: 'new mexico',
    nv: 'nevada',
    ny: 'new york',
    oh: 'ohio',
    ok: 'oklahoma',
    or: 'oregon',
    pa: 'pennsylvania',
    ri: 'rhode island',
    sc: 'south carolina',
    sd: 'south dakota',
    tn: 'tennessee',
    tx: 'texas',
    ut: 'utah',
    va: 'virginia',
    vt: 'vermont',
    wa: 'washington',
    wi: 'wisconsin',
    wv: 'west virginia',
    wy: 'wyoming',
  },
}

const COUNTRY_ALIASES: Readonly<Record<string, string>> = { usa: 'us', uk: 'gb' }
