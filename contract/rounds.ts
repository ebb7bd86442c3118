import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, localDate, localTime } from './fields.ts'
import { pageQuery } from './paging.ts'

// In this file, a 'round' is always a played round: see the glossary in README.md.

/** The year of a round's local date. If omitted, the latest year with a round. */
const yearQuery = z.object({
  year: z.optional(
    z.pipe(z.string().check(z.regex(/^20\d\d$/, 'Must be a year like 2026')), z.transform(Number)),
  ),
})

/** `month` is 'YYYY-MM'. */
const roundsByMonth = z.array(z.object({ month: z.string(), rounds: z.int() }))
export type RoundsByMonth = z.output<typeof roundsByMonth>

/** `year` is null if the client requested none and there is no round. Then `months` is empty. */
const summaryFields = {
  year: z.nullable(z.int()),
  years: z.array(z.int()),
  rounds: z.int(),
  months: roundsByMonth,
}

const seasonGolfer = z.object({
  id,
  name: z.string(),
  /** False for golfers who have left the group. Their rounds still count. */
  isMember: z.boolean(),
  rounds: z.int(),
  posted: z.int(),
  guests: z.int(),
})
export type SeasonGolfer = z.output<typeof seasonGolfer>

export const season = z.object({
  ...summaryFields,
  /** Golfers who played or posted, most rounds first. */
  golfers: z.array(seasonGolfer),
  /** Most rounds first. If two names of a course differ only in case or spaces, they count as one course. */
  courses: z.array(z.object({ course: z.string(), rounds: z.int() })),
})
export type Season = z.output<typeof season>

export const readSeason = endpoint('GET', '/api/groups/slug/{slug}/season', {
  summary: "A group's rounds in a year: by golfer, by course and by month, and who posted them",
  query: yearQuery,
  response: season,
})

export const downloadSeason = endpoint('GET', '/api/groups/slug/{slug}/season.csv', {
  summary: "A group's rounds in a year as CSV, one line for each player of each round (RFC 4180)",
  query: yearQuery,
  response: z.string(),
})

const myRound = z.object({
  id,
  groupName: z.string(),
  /** Null if I left the group or it is deactivated. */
  slug: z.nullable(z.string()),
  course: z.string(),
  date: localDate,
  time: localTime,
  players: z.array(z.string()),
  guests: z.array(z.string()),
  maxPlayers: z.int(),
  notes: z.nullable(z.string()),
})
export type MyRound = z.output<typeof myRound>

export const listMyRounds = endpoint('GET', '/api/my-rounds', {
  summary: 'My rounds in a year, in my current and former groups, newest first',
  query: z.omit(z.extend(pageQuery('date'), yearQuery.shape), { search: true }),
  response: z.array(myRound),
  paged: true,
})

export const readMyRoundsSummary = endpoint('GET', '/api/my-rounds/summary', {
  summary: 'How often I played in a year, where and with whom',
  query: yearQuery,
  response: z.object({
    ...summaryFields,
    courses: z.int(),
    partners: z.array(z.object({ id, name: z.string(), rounds: z.int() })),
  }),
})
export type MyRoundsSummary = z.output<typeof readMyRoundsSummary.response>

export const downloadMyRounds = endpoint('GET', '/api/my-rounds.csv', {
  summary: 'My rounds in a year as CSV, one line for each round (RFC 4180)',
  query: yearQuery,
  response: z.string(),
})

const MIN_ROUNDS = 3
const MAX_NAMED = 3

/**
 * Returns up to three members whose turn it is to book: those with the highest balances. A balance is the
 * rounds played, minus the rounds posted times the average number of players. Leaves out members with fewer
 * than three rounds or a balance below that average.
 */
export function findNextBookers({ golfers, rounds }: Pick<Season, 'golfers' | 'rounds'>) {
  const spotsPlayed = golfers.reduce((sum, golfer) => sum + golfer.rounds, 0)
  const averagePlayers = rounds === 0 ? 1 : spotsPlayed / rounds
  const balance = ({ rounds: played, posted }: SeasonGolfer) => played - posted * averagePlayers
  return golfers
    .filter(
      (golfer) =>
        golfer.isMember && golfer.rounds >= MIN_ROUNDS && balance(golfer) >= averagePlayers,
    )
    .sort((one, other) => balance(other) - balance(one) || one.id - other.id)
    .slice(0, MAX_NAMED)
}
