import type { Context } from '../context.ts'
import { ForecastsUnavailable, type Place } from '../providers/forecasts/forecasts.ts'
import type { WeatherReader } from './access.ts'
import { answerCache } from './answer-cache.ts'
import { choosePlace, type GroupLocation, readingsOf, searchKey } from './choose-place.ts'
import { LookupBudget, type LookupCaller } from './lookup-budget.ts'
import { isPostedCourse, placeStore } from './store.ts'

const DAY = 24 * 3_600_000

/** Towns do not move. */
const PLACE_FRESH_FOR = 30 * DAY
export const PLACE_USABLE_FOR = 180 * DAY
/** Shorter than for places found: the provider may add a town that it did not know. */
export const NOTHING_FOUND_FRESH_FOR = DAY

export type FindPlace = (
  location: string,
  reader: WeatherReader | undefined,
) => Promise<Place | undefined>

/** A name to look up, and who is charged for the lookup. */
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
    freshFor: (places) => (places.length === 0 ? NOTHING_FOUND_FRESH_FOR : PLACE_FRESH_FOR),
    usableFor: PLACE_USABLE_FOR,
  })
  async function find(
    location: string,
    around: Promise<GroupLocation>,
    caller: LookupCaller,
  ): Promise<Place | undefined> {
    for (const reading of readingsOf(location)) {
      const name = searchKey(reading)
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
    return (await find(location, around, caller)) ?? (await home)
  }
}
