import type { Context } from '../../context.ts'
import type { Place } from '../../providers/forecasts/forecasts.ts'
import { choosePlace, readingsOf, type Surroundings, searchKey } from './choose-place.ts'
import type { WeatherReader } from './gate.ts'
import { keptAnswers } from './keep-answers.ts'
import { placeKeeper } from './store.ts'

const DAY = 24 * 3_600_000

/** Towns do not move. */
const PLACE_FRESH_FOR = 30 * DAY
export const PLACE_USABLE_FOR = 180 * DAY
/** A name that nothing was found for may be a town that the provider learns of. */
export const NOTHING_FOUND_FRESH_FOR = DAY

export type FindPlace = (
  location: string,
  group: WeatherReader['group'],
) => Promise<Place | undefined>

/**
 * Makes the finder of courses; keep one for the process, so that calls at once share a question.
 * @returns the place of a course, else that of the group; undefined where neither is known; throws
 * ForecastsUnavailable
 */
export function placeFinder(ctx: Context): FindPlace {
  const { clock, log, forecasts } = ctx
  const searched = keptAnswers({
    clock,
    log,
    keeper: placeKeeper(ctx.db),
    ask: (name: string) => forecasts.search(name),
    nameOf: (name) => name,
    freshFor: (places) => (places.length === 0 ? NOTHING_FOUND_FRESH_FOR : PLACE_FRESH_FOR),
    usableFor: PLACE_USABLE_FOR,
  })
  async function find(location: string, around: Promise<Surroundings>): Promise<Place | undefined> {
    for (const reading of readingsOf(location)) {
      const [places, surroundings] = await Promise.all([searched(searchKey(reading)), around])
      const place = choosePlace(places, reading, surroundings)
      if (place !== undefined) return place
    }
    return undefined
  }

  return async (location, group) => {
    const zone = { timeZone: group?.timeZone }
    const home = group?.homePlace
      ? find(group.homePlace, Promise.resolve(zone))
      : Promise.resolve(undefined)
    const around = home.then((place) => ({ ...zone, home: place }))
    // A location without a name in it waits for nothing: then its failure is told by `home` alone.
    around.catch(() => undefined)
    return (await find(location, around)) ?? (await home)
  }
}
