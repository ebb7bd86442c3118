import {
  downloadMyRounds,
  downloadSeason,
  listMyRounds,
  readMyRoundsSummary,
  readSeason,
} from '../../../../contract/rounds.ts'
import { members, type Rule, signedIn } from './rule.ts'

/** A group's past rounds, for anyone who may read the group. */
export const ROUND_GROUP_RULES: readonly Rule[] = [
  { endpoint: readSeason, requires: 'slug', own: members(200, 403, 200) },
  { endpoint: downloadSeason, requires: 'slug', own: members(200, 403, 200) },
]

/** A golfer's own rounds. */
export const ROUND_RULES: readonly Rule[] = [
  { endpoint: listMyRounds, requires: 'session', own: signedIn() },
  { endpoint: readMyRoundsSummary, requires: 'session', own: signedIn() },
  { endpoint: downloadMyRounds, requires: 'session', own: signedIn() },
]
