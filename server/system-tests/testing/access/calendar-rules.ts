import {
  downloadRound,
  endMyCalendar,
  makeMyCalendar,
  readFeed,
  readMyCalendar,
} from '../../../../contract/calendars.ts'
import { everybody, members, type Rule, signedIn } from './rule.ts'

/** A golfer's own calendar feed, and what anyone who knows its URL may read. */
export const CALENDAR_RULES: readonly Rule[] = [
  { endpoint: readMyCalendar, wall: 'session', own: signedIn() },
  { endpoint: makeMyCalendar, wall: 'session', own: signedIn(201) },
  { endpoint: endMyCalendar, wall: 'session', own: signedIn() },
  { endpoint: readFeed, wall: 'none', own: everybody(), thing: 'calendar-token' },
]

/** A tee time as a calendar file, for the members of its group. */
export const CALENDAR_GROUP_RULES: readonly Rule[] = [
  {
    endpoint: downloadRound,
    wall: 'group',
    thing: 'tee-time',
    standsAlone: true,
    own: members(),
  },
]
