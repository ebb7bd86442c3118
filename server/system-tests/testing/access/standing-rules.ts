import {
  createStandingTime,
  endStandingTime,
  listStandingTimes,
  skipStandingDate,
  unskipStandingDate,
} from '../../../../contract/standing-times.ts'
import { dropWish, listMyWishes, makeWish } from '../../../../contract/standing-wishes.ts'
import { type Ids, members, type Rule } from './rule.ts'

const inGroup = {
  wall: 'group',
  thing: 'standing-time',
  thingFirst: true,
  params: ({ group, thing }: Ids) => ({ id: group.id, standingId: thing }),
} as const
/** The id of no saved alert: deleting it changes nothing. */
const NOBODYS = 2_147_483_647

/** Recurring tee times and saved alerts of a group. `creator` has set up the recurring tee time. */
export const STANDING_RULES: readonly Rule[] = [
  { endpoint: listStandingTimes, wall: 'group', own: members(200, 404, 200) },
  {
    endpoint: createStandingTime,
    wall: 'group',
    body: () => ({
      course: 'Shaganappi Point',
      date: '2026-06-13',
      time: '08:12',
      everyWeeks: 1,
      daysAhead: 7,
    }),
    own: members(201),
    needsTime: true,
  },
  {
    endpoint: skipStandingDate,
    ...inGroup,
    body: () => ({ date: '2026-06-20' }),
    own: { ...members(403), creator: 200 },
    atHome: 200,
  },
  {
    endpoint: unskipStandingDate,
    ...inGroup,
    body: () => ({ date: '2026-06-20' }),
    own: { ...members(403), creator: 200 },
    atHome: 200,
  },
  {
    endpoint: endStandingTime,
    ...inGroup,
    own: { ...members(403), creator: 200, admin: 200, owner: 200 },
  },
  { endpoint: listMyWishes, wall: 'group', own: members() },
  { endpoint: makeWish, wall: 'group', body: () => ({ days: [6] }), own: members(201) },
  {
    endpoint: dropWish,
    wall: 'group',
    params: ({ group }) => ({ id: group.id, wishId: NOBODYS }),
    own: members(),
  },
]
