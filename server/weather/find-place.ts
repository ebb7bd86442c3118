import { LruMap } from 'toad-cache'
import type { Context } from '../context.ts'
import { ForecastsUnavailable, type Place } from '../providers/forecasts/forecasts.ts'
import type { WeatherReader } from './access.ts'
import { answerCache } from './answer-cache.ts'
import { choosePlace, type GroupLocation, readingsOf, searchNameOf } from './choose-place.ts'
import { isPostedCourse, placeStore } from './store.ts'

const DAY_MS = 24 * 3_600_000

/** Long, because towns do not move. In milliseconds. */
const PLACE_FRESH_MS = 30 * DAY_MS
export const PLACE_USABLE_MS = 180 * DAY_MS
/** Shorter than for places found: the provider may add a town that it did not know. */
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
 * Creates the finder of courses. Use one per process, so that concurrent calls share a request and all
 * lookups share one budget.
 * @returns a function that returns the place of a course, or else that of the reader's group; undefined if
 * neither is known. It throws ForecastsUnavailable, also after too many recent lookups.
 */
export function placeFinder(ctx: Context): FindPlace {
  const { clock, log, forecasts } = ctx
  const budget = new LookupBudget()
  const store = placeStore(ctx.db)
  const searched = answerCache<Search, readonly Place[]>({
    clock,
    log,
    store: {
      read: ({ name }) => store.read(name),
      save: ({ name }, answer, now) => store.save(name, answer, now),
      saveFailure: ({ name }, now) => store.saveFailure(name, now),
    },
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
    const ofGroup = { ...who, isOfGroup: async () => true }
    const caller = {
      ...who,
      // The default place used when none is known belongs to no group, and is looked up once.
      isOfGroup: async () =>
        reader === undefined ||
        (group !== undefined && isPostedCourse(ctx.db, group.groupId, location, clock.now())),
    }
    const zone = { timeZone: group?.timeZone }
    const home = group?.homePlace
      ? find(group.homePlace, Promise.resolve(zone), ofGroup)
      : Promise.resolve(undefined)
    const around = home.then((place) => ({ ...zone, home: place }))
    // A location without a name never awaits `around`. Only `home` then reports the failure.
    around.catch(() => undefined)
    const own = await find(location, around, caller)
    const place = own ?? (await home)
    return place && { ...place, isOwn: own !== undefined }
  }
}

const WINDOW_MS = 10 * 60_000
/** How many golfers and groups are tracked at a time. */
const MAX_TRACKED = 5_000

/**
 * The most lookups of unknown places in ten minutes on each node. All golfers share a budget for what they
 * type. The tee times that groups have posted have budgets of their own, so that their weather is available
 * even when somebody has used up the shared one.
 */
const MAX_PER_GOLFER = 60
const MAX_OF_ALL_GOLFERS = 300
const MAX_PER_GROUP = 120
const MAX_OF_ALL_GROUPS = 600

/** The golfer and group that cause a lookup. */
export interface LookupCaller {
  readonly golferId: number | undefined
  /** The group that the place may belong to. */
  readonly groupId: number | undefined
  /** Called only when the golfers' budget is used up. */
  readonly isOfGroup: () => Promise<boolean>
}

interface Count {
  used: number
  readonly since: number
}

/** Limits requests to the provider of places. Use one per process. */
class LookupBudget {
  readonly #counts = new LruMap<Count>(MAX_TRACKED)

  /** Returns whether another lookup is allowed now, and counts it. */
  async take({ golferId, groupId, isOfGroup }: LookupCaller, now: Date): Promise<boolean> {
    const at = now.getTime()
    const golfer = `golfer ${golferId}`
    if (this.#has(golfer, MAX_PER_GOLFER, at) && this.#has('golfers', MAX_OF_ALL_GOLFERS, at)) {
      this.#count(golfer, at)
      this.#count('golfers', at)
      return true
    }
    const group = `group ${groupId}`
    if (!this.#has(group, MAX_PER_GROUP, at) || !this.#has('groups', MAX_OF_ALL_GROUPS, at))
      return false
    if (!(await isOfGroup())) return false
    this.#count(group, at)
    this.#count('groups', at)
    return true
  }

  #has(key: string, most: number, at: number): boolean {
    const count = this.#counts.get(key)
    return count === undefined || at - count.since >= WINDOW_MS || count.used < most
  }

  #count(key: string, at: number): void {
    const count = this.#counts.get(key)
    if (count === undefined || at - count.since >= WINDOW_MS) {
      this.#counts.set(key, { used: 1, since: at })
    } else {
      count.used += 1
    }
  }
}
