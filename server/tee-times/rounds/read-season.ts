import type { Season } from '../../../contract/rounds.ts'
import type { Context } from '../../context.ts'
import type { GroupViewer } from '../../groups/index.ts'
import { monthsOf } from './months-of-year.ts'
import { listSeasonSpots, listYears, sumSeason } from './store.ts'
import { writeCsv } from './write-csv.ts'

/**
 * Sums up what a group played in a year.
 * @param asked the year; defaults to the last one with a round
 */
export async function readSeason(
  ctx: Context,
  viewer: GroupViewer,
  asked: number | undefined,
): Promise<Season> {
  const now = ctx.clock.now()
  const years = await listYears(ctx.db, viewer, now)
  const year = asked ?? years[0]
  if (year === undefined) {
    return { year: null, years, rounds: 0, months: [], golfers: [], courses: [] }
  }
  const { byMonth, ...sums } = await sumSeason(ctx.db, viewer, year, now)
  return { year, years, ...sums, months: monthsOf(year, byMonth) }
}

/** Like {@link readSeason}, but returns a file with a line for each player of each round. */
export async function writeSeason(
  ctx: Context,
  viewer: GroupViewer,
  asked: number | undefined,
): Promise<{ name: string; file: string }> {
  const now = ctx.clock.now()
  const year = asked ?? (await listYears(ctx.db, viewer, now))[0]
  const spots = year === undefined ? [] : await listSeasonSpots(ctx.db, viewer, year, now)
  return {
    name: ['season', viewer.group.slug, ...(year === undefined ? [] : [year])].join('-'),
    file: writeCsv(
      ['Date', 'Time', 'Course', 'Player', 'Guest of', 'Posted by'],
      spots.map((spot) => [
        spot.date,
        spot.time,
        spot.course,
        spot.player,
        spot.guestOf ?? '',
        spot.postedBy,
      ]),
    ),
  }
}
