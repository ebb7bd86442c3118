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
  { endpoint: readSeason, wall: 'slug', own: members(200, 403, 200) },
  { endpoint: downloadSeason, wall: 'slug', own: members(200, 403, 200) },
]

/** A golfer's own rounds. */
export const ROUND_RULES: readonly Rule[] = [
  { endpoint: listMyRounds, wall: 'session', own: signedIn() },
  { endpoint: readMyRoundsSummary, wall: 'session', own: signedIn() },
  { endpoint: downloadMyRounds, wall: 'session', own: signedIn() },
]
