import { LruMap } from 'toad-cache'
import type { Context } from '../context.ts'
import { DAY_MS } from '../platform/clock.ts'
import { ForecastsUnavailable, type Place } from '../providers/forecasts/forecasts.ts'
import type { WeatherReader } from './access.ts'
import { answerCache } from './answer-cache.ts'
import { choosePlace, type GroupLocation, readingsOf, searchNameOf } from './choose-place.ts'
import { isPostedCourse, placeStore } from './store.ts'

/**
 * How long search results are used without a new search, in milliseconds. Long, because towns do not move.
 */
const PLACE_FRESH_MS = 30 * DAY_MS
export const PLACE_USABLE_MS = 180 * DAY_MS
/** Shorter for empty results, because the provider may add a missing town. */
export const NOTHING_FOUND_FRESH_MS = DAY_MS

/** The place to use for a course. */
export interface FoundPlace extends Place {
  /** Whether this is the course's own place, rather than the group's. */
  readonly isOwn: boolean
}

export type FindPlace = (
  location: string,
  reader: WeatherReader | undefined,
) => Promise<FoundPlace | undefined>

/** A name to look up, and the budget that the lookup counts against. */
interface Search {
  readonly name: string
  readonly caller: LookupCaller
}

/**
 * Creates a function that finds a course's place or, if that is unknown, the home place of the reader's
 * group. It throws ForecastsUnavailable if the provider fails or the budget for lookups is used up. Use one
 * per process, so that calls share requests and the budget.
 */
export function placeFinder(ctx: Context): FindPlace {
  const { clock, log, forecasts } = ctx
  const budget = new LookupBudget()
  const searched = answerCache<Search, readonly Place[]>({
    clock,
    log,
    store: placeStore(ctx.db),
    async ask({ name, caller }) {
      if (await budget.take(caller, clock.now())) return forecasts.search(name)
      throw new ForecastsUnavailable('paused', 'Too many place searches recently')
    },
    nameOf: ({ name }) => name,
    freshFor: (places) => (places.length === 0 ? NOTHING_FOUND_FRESH_MS : PLACE_FRESH_MS),
    usableFor: PLACE_USABLE_MS,
  })
  async function find(
    location: string,
    around: Promise<GroupLocation>,
    caller: LookupCaller,
  ): Promise<Place | undefined> {
    for (const reading of readingsOf(location)) {
      const name = searchNameOf(reading)
      const [places, surroundings] = await Promise.all([searched({ name, caller }), around])
      const place = choosePlace(places, reading, surroundings)
      if (place !== undefined) return place
    }
    return undefined
  }

  return async (location, reader) => {
    const group = reader?.group
    const who = { golferId: reader?.golferId, groupId: group?.groupId }
    const caller = {
      ...who,
      // Without a reader, the location is the default place. It is rarely looked up, so it may use the budget
      // of the groups.
      isOfGroup: async () =>
        reader === undefined ||
        (group !== undefined && isPostedCourse(ctx.db, group.groupId, location, clock.now())),
    }
    const zone = { timeZone: group?.timeZone }
    const home = group?.homePlace
      ? find(group.homePlace, Promise.resolve(zone), { ...who, isOfGroup: async () => true })
      : Promise.resolve(undefined)
    const around = home.then((place) => ({ ...zone, home: place }))
    // If the location has no name to look up, nothing awaits `around`, and its rejection would be unhandled.
    // In that case, `await home` throws the error.
    around.catch(() => undefined)
    const own = await find(location, around, caller)
    const place = own ?? (await home)
    return place && { ...place, isOwn: own !== undefined }
  }
}

const WINDOW_MS = 10 * 60_000
/** The most golfers and groups that are counted at the same time. */
const MAX_TRACKED = 5_000

/**
 * The most lookups in ten minutes on each node. Stored places need no lookup. Golfers have a budget for the
 * locations that they type. Groups have a separate one for the courses that they have posted, so that these
 * get weather even if the golfers' budget is used up.
 */
const MAX_PER_GOLFER = 60
const MAX_OF_ALL_GOLFERS = 300
const MAX_PER_GROUP = 120
const MAX_OF_ALL_GROUPS = 600

/** The golfer and the group on whose behalf a place is looked up. */
export interface LookupCaller {
  readonly golferId: number | undefined
  /** The group that may have posted the location or may have it as its home place. */
  readonly groupId: number | undefined
  /**
   * Returns whether the location is the group's, so that the groups' budget can be used. Called only if the
   * golfers' budget is used up.
   */
  readonly isOfGroup: () => Promise<boolean>
}

/** Limits lookups of places at the provider. Use one per process. */
class LookupBudget {
  readonly #counts = new LruMap<{ used: number; since: number }>(MAX_TRACKED)

  /** Returns whether another lookup is allowed now, and counts it. */
  async take({ golferId, groupId, isOfGroup }: LookupCaller, now: Date): Promise<boolean> {
    const golfers = { [`golfer ${golferId}`]: MAX_PER_GOLFER, golfers: MAX_OF_ALL_GOLFERS }
    if (this.#spend(golfers, now.getTime())) return true
    const groups = { [`group ${groupId}`]: MAX_PER_GROUP, groups: MAX_OF_ALL_GROUPS }
    return (await isOfGroup()) && this.#spend(groups, now.getTime())
  }

  /**
   * Counts a lookup against each of these limits and returns true. If one is reached, counts nothing and
   * returns false.
   */
  #spend(limits: Readonly<Record<string, number>>, at: number): boolean {
    const used = (key: string) => {
      const count = this.#counts.get(key)
      return count && at - count.since < WINDOW_MS ? count : { used: 0, since: at }
    }
    if (Object.entries(limits).some(([key, most]) => used(key).used >= most)) return false
    for (const key of Object.keys(limits)) {
      const { used: before, since } = used(key)
      this.#counts.set(key, { used: before + 1, since })
    }
    return true
  }
}
