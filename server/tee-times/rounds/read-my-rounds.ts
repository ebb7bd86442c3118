import type { QueryOf } from '../../../contract/endpoint.ts'
import type { Page } from '../../../contract/paging.ts'
import type { listMyRounds, MyRound, MyRoundsSummary } from '../../../contract/rounds.ts'
import type { Context } from '../../context.ts'
import type { SessionHolder } from '../../identity/index.ts'
import { monthsOf } from './months-of-year.ts'
import { listMine, listMyYears, sumMine } from './store.ts'
import { writeCsv } from './write-csv.ts'

/**
 * Sums up what a golfer played in a year, across all groups they played in.
 * @param asked the year; defaults to the last one with a round
 */
export async function readSummary(
  ctx: Context,
  holder: SessionHolder,
  asked: number | undefined,
): Promise<MyRoundsSummary> {
  const now = ctx.clock.now()
  const years = await listMyYears(ctx.db, holder, now)
  const year = asked ?? years[0]
  if (year === undefined) {
    return { year: null, years, rounds: 0, months: [], courses: 0, partners: [] }
  }
  const { byMonth, ...sums } = await sumMine(ctx.db, holder, year, now)
  return { year, years, ...sums, months: monthsOf(year, byMonth) }
}

/** Returns a page of a golfer's rounds in a year, which defaults as in {@link readSummary}. */
export async function listRounds(
  ctx: Context,
  holder: SessionHolder,
  { year: asked, sort, ...page }: QueryOf<typeof listMyRounds>,
): Promise<Page<MyRound>> {
  const now = ctx.clock.now()
  const year = asked ?? (await listMyYears(ctx.db, holder, now))[0]
  if (year === undefined) return { rows: [], total: 0 }
  return listMine(ctx.db, holder, year, { now, page, ...(sort && { sort }) })
}

/** Like {@link listRounds}, but returns the whole year as a file with a line for each round. */
export async function writeMyRounds(
  ctx: Context,
  holder: SessionHolder,
  asked: number | undefined,
): Promise<{ name: string; file: string }> {
  const now = ctx.clock.now()
  const year = asked ?? (await listMyYears(ctx.db, holder, now))[0]
  const { rows } =
    year === undefined ? { rows: [] } : await listMine(ctx.db, holder, year, { now, sort: 'date' })
  return {
    name: ['my-rounds', ...(year === undefined ? [] : [year])].join('-'),
    file: writeCsv(
      ['Date', 'Time', 'Course', 'Group', 'Players', 'Guests'],
      rows.map((round) => [
        round.date,
        round.time,
        round.course,
        round.groupName,
        round.players.join('; '),
        round.guests.join('; '),
      ]),
    ),
  }
}
