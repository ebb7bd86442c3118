import {
  createMyCalendar,
  deleteMyCalendar,
  downloadRound,
  readFeed,
  readMyCalendar,
} from '../../../../contract/calendars.ts'
import { everybody, members, type Rule, signedIn } from './rule.ts'

/** Calls about a golfer's own calendar feed, which anyone who knows its URL can read. */
export const CALENDAR_RULES: readonly Rule[] = [
  { endpoint: readMyCalendar, requires: 'session', own: signedIn() },
  { endpoint: createMyCalendar, requires: 'session', own: signedIn(201) },
  { endpoint: deleteMyCalendar, requires: 'session', own: signedIn() },
  { endpoint: readFeed, requires: 'none', own: everybody(), thing: 'calendar-token' },
]

/** The download of a tee time as a calendar file, for members of its group. */
export const CALENDAR_GROUP_RULES: readonly Rule[] = [
  {
    endpoint: downloadRound,
    requires: 'group',
    thing: 'tee-time',
    pathOmitsGroup: true,
    own: members(),
  },
]
