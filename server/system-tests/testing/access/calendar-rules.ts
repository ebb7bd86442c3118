import {
  createMyCalendar,
  deleteMyCalendar,
  downloadRound,
  readFeed,
  readMyCalendar,
} from '../../../../contract/calendars.ts'
import { everybody, members, type Rule, signedIn } from './rule.ts'

/** Calls about a golfer's own calendar feed. To read the feed, its secret URL is enough. */
export const CALENDAR_RULES: readonly Rule[] = [
  { endpoint: readMyCalendar, requires: 'session', statusByRole: signedIn() },
  { endpoint: createMyCalendar, requires: 'session', statusByRole: signedIn(201) },
  { endpoint: deleteMyCalendar, requires: 'session', statusByRole: signedIn() },
  { endpoint: readFeed, requires: 'none', statusByRole: everybody(), thing: 'calendar-token' },
]

export const CALENDAR_GROUP_RULES: readonly Rule[] = [
  {
    endpoint: downloadRound,
    requires: 'group',
    thing: 'tee-time',
    pathOmitsGroup: true,
    statusByRole: members(),
  },
]
