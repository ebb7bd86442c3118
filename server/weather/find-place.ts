import { LruMap } from 'toad-cache'
import type { Context } from '../context.ts'
import { DAY_MS } from '../platform/clock.ts'
import { ForecastsUnavailable, type Place } from '../providers/forecasts/forecasts.ts'
import type { WeatherReader } from './access.ts'
import { answerCache } from './answer-cache.ts'
import { candidatesFor, choosePlace, type GroupLocation, searchNameOf } from './choose-place.ts'
import { isPostedCourse, placeStore } from './store.ts'

/** Long, because towns do not move. */
const PLACE_FRESH_MS = 30 * DAY_MS
export const PLACE_USABLE_MS = 180 * DAY_MS
/** Shorter than PLACE_FRESH_MS, because the provider may add a missing town. */
export const NOTHING_FOUND_FRESH_MS = DAY_MS

/** If `isCoursePlace` is false, the place is the group's home place. */
export type FoundPlace = Place & { readonly isCoursePlace: boolean }

export type FindPlace = (
  location: string,
  reader: WeatherReader | undefined,
) => Promise<FoundPlace | undefined>

/** A name to look up. `spendLookup` is called before a provider request, and returns false to forbid it. */
interface Search {
  readonly name: string
  readonly spendLookup: () => Promise<boolean>
}

/**
 * Creates a function that finds a course's place, or else the home place of the reader's group. The function
 * throws ForecastsUnavailable. Simultaneous searches for a name share one request to the provider, and all
 * calls share a lookup budget.
 */
export function placeFinder(ctx: Context): FindPlace {
  const { clock, log, forecasts } = ctx
  const budget = new LookupBudget()
  const searchCached = answerCache<Search, readonly Place[]>({
    clock,
    log,
    store: placeStore(ctx.db),
    async ask({ name, spendLookup }) {
      if (await spendLookup()) return forecasts.search(name)
      throw new ForecastsUnavailable('paused', 'Too many place searches recently')
    },
    nameOf: ({ name }) => name,
    freshFor: (places) => (places.length === 0 ? NOTHING_FOUND_FRESH_MS : PLACE_FRESH_MS),
    usableFor: PLACE_USABLE_MS,
  })
  async function find(location: string, group: GroupLocation, spendLookup: Search['spendLookup']) {
    for (const candidate of candidatesFor(location)) {
      const places = await searchCached({ name: searchNameOf(candidate), spendLookup })
      const place = choosePlace(places, candidate, group)
      if (place !== undefined) return place
    }
    return undefined
  }

  return async (location, reader) => {
    const group = reader?.group
    const spendFromBudgets = async (mayUseGroupBudget: () => Promise<boolean>) => {
      const now = clock.now()
      if (budget.spend(now, 'golfer', reader?.golferId)) return true
      return (await mayUseGroupBudget()) && budget.spend(now, 'group', group?.groupId)
    }
    // Without a reader, the lookup is for `DEFAULT_LOCATION`. That is rare, so it may use the groups' budget.
    const mayUseGroupBudget = async () =>
      reader === undefined ||
      (group !== undefined && isPostedCourse(ctx.db, group.groupId, location, clock.now()))
    const zoneOnly = { timeZone: group?.timeZone }
    const home = group?.homePlace
      ? await find(group.homePlace, zoneOnly, () => spendFromBudgets(async () => true))
      : undefined
    const coursePlace = await find(location, { ...zoneOnly, home }, () =>
      spendFromBudgets(mayUseGroupBudget),
    )
    const place = coursePlace ?? home
    return place && { ...place, isCoursePlace: coursePlace !== undefined }
  }
}

const WINDOW_MS = 10 * 60_000
const MAX_TRACKED_COUNTS = 5_000

/**
 * The most lookups in ten minutes on each node: `each` for one golfer or group, `all` for all of them. Groups
 * have their own budget for courses they posted, so that golfers who type many locations cannot use it up.
 */
const MAX_LOOKUPS = { golfer: { each: 60, all: 300 }, group: { each: 120, all: 600 } }

class LookupBudget {
  readonly #counts = new LruMap<{ used: number; since: number }>(MAX_TRACKED_COUNTS)

  spend(now: Date, kind: keyof typeof MAX_LOOKUPS, id: number | undefined): boolean {
    const at = now.getTime()
    const countOf = (key: string) => {
      const count = this.#counts.get(key)
      return count && at - count.since < WINDOW_MS ? count : { used: 0, since: at }
    }
    const { each, all } = MAX_LOOKUPS[kind]
    const ownCount = countOf(`${kind} ${id}`)
    const totalCount = countOf(kind)
    if (ownCount.used >= each || totalCount.used >= all) return false
    this.#counts.set(`${kind} ${id}`, { ...ownCount, used: ownCount.used + 1 })
    this.#counts.set(kind, { ...totalCount, used: totalCount.used + 1 })
    return true
  }
}
