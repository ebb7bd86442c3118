import {
  createRecurringTeeTime,
  endRecurringTeeTime,
  listRecurringTeeTimes,
  skipRecurringDate,
  unskipRecurringDate,
} from '../../../../contract/recurring-tee-times.ts'
import {
  createSavedAlert,
  deleteSavedAlert,
  listMySavedAlerts,
} from '../../../../contract/saved-alerts.ts'
import { type Ids, members, type Rule } from './rule.ts'

const recurringTeeTimeRule = {
  requires: 'group',
  thing: 'recurring-tee-time',
  looksUpThingFirst: true,
  params: ({ group, thing }: Ids) => ({ id: group.id, recurringId: thing }),
} as const
/** An id that no saved alert has. Deleting a missing saved alert succeeds. */
const MISSING_ID = 2_147_483_647

/** Calls about recurring tee times and saved alerts. `creator` has created the recurring tee time. */
export const RECURRING_RULES: readonly Rule[] = [
  { endpoint: listRecurringTeeTimes, requires: 'group', statusByRole: members(200, 404, 200) },
  {
    endpoint: createRecurringTeeTime,
    requires: 'group',
    body: () => ({
      course: 'Shaganappi Point',
      date: '2026-06-13',
      time: '08:12',
      everyWeeks: 1,
      daysAhead: 7,
    }),
    statusByRole: members(201),
    needsSubscription: true,
  },
  {
    endpoint: skipRecurringDate,
    ...recurringTeeTimeRule,
    body: () => ({ date: '2026-06-20' }),
    statusByRole: { ...members(403), creator: 200 },
    strangerStatus: 200,
  },
  {
    endpoint: unskipRecurringDate,
    ...recurringTeeTimeRule,
    body: () => ({ date: '2026-06-20' }),
    statusByRole: { ...members(403), creator: 200 },
    strangerStatus: 200,
  },
  {
    endpoint: endRecurringTeeTime,
    ...recurringTeeTimeRule,
    statusByRole: { ...members(403), creator: 200, admin: 200, owner: 200 },
  },
  { endpoint: listMySavedAlerts, requires: 'group', statusByRole: members() },
  {
    endpoint: createSavedAlert,
    requires: 'group',
    body: () => ({ days: [6] }),
    statusByRole: members(201),
  },
  {
    endpoint: deleteSavedAlert,
    requires: 'group',
    params: ({ group }) => ({ id: group.id, savedAlertId: MISSING_ID }),
    statusByRole: members(),
  },
]
