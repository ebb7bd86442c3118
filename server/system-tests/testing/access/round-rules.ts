import {
  downloadMyRounds,
  downloadSeason,
  listMyRounds,
  readMyRoundsSummary,
  readSeason,
} from '../../../../contract/rounds.ts'
import { members, type Rule, signedIn } from './rule.ts'

export const ROUND_GROUP_RULES: readonly Rule[] = [
  { endpoint: readSeason, requires: 'slug', statusByRole: members(200, 403, 200) },
  { endpoint: downloadSeason, requires: 'slug', statusByRole: members(200, 403, 200) },
]

export const ROUND_RULES: readonly Rule[] = [
  { endpoint: listMyRounds, requires: 'session', statusByRole: signedIn() },
  { endpoint: readMyRoundsSummary, requires: 'session', statusByRole: signedIn() },
  { endpoint: downloadMyRounds, requires: 'session', statusByRole: signedIn() },
]
