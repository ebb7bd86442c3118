import type { Context } from '../context.ts'
import { ForecastsUnavailable, type Place } from '../providers/forecasts/forecasts.ts'
import type { WeatherReader } from './access.ts'
import { choosePlace, readingsOf, type Surroundings, searchKey } from './choose-place.ts'
import { keptAnswers } from './keep-answers.ts'
import { LookupBudget, type Payer } from './lookup-budget.ts'
import { isPostedCourse, placeKeeper } from './store.ts'

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
  readonly payer: Payer
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
  const keeper = placeKeeper(ctx.db)
  const searched = keptAnswers<Search, readonly Place[]>({
    clock,
    log,
    keeper: {
      read: ({ name }) => keeper.read(name),
      keep: ({ name }, answer, now) => keeper.keep(name, answer, now),
      keepFailure: ({ name }, now) => keeper.keepFailure(name, now),
    },
    async ask({ name, payer }) {
      if (await budget.take(payer, clock.now())) return forecasts.search(name)
      throw new ForecastsUnavailable('paused', 'Too many place searches recently')
    },
    nameOf: ({ name }) => name,
    freshFor: (places) => (places.length === 0 ? NOTHING_FOUND_FRESH_FOR : PLACE_FRESH_FOR),
    usableFor: PLACE_USABLE_FOR,
  })
  async function find(
    location: string,
    around: Promise<Surroundings>,
    payer: Payer,
  ): Promise<Place | undefined> {
    for (const reading of readingsOf(location)) {
      const name = searchKey(reading)
      const [places, surroundings] = await Promise.all([searched({ name, payer }), around])
      const place = choosePlace(places, reading, surroundings)
      if (place !== undefined) return place
    }
    return undefined
  }

  return async (location, reader) => {
    const group = reader?.group
    const who = { golferId: reader?.golferId, groupId: group?.groupId }
    const ofGroup = { ...who, isOfGroup: async () => true }
    const payer = {
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
    return (await find(location, around, payer)) ?? (await home)
  }
}
