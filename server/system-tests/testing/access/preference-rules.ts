import {
  changePreferences,
  readPreferences,
  readUnsubscribe,
  unsubscribe,
} from '../../../../contract/preferences.ts'
import {
  addPushSubscription,
  endPushSubscription,
  readPushStatus,
} from '../../../../contract/push.ts'
import { everybody, type Rule, signedIn } from './rule.ts'

const mailTokenRule = {
  requires: 'none',
  statusByRole: everybody(),
  thing: 'mail-token',
  params: ({ thing }) => ({ token: thing, kind: 'posted' }),
} as const satisfies Partial<Rule>

/** Calls about a golfer's own notifications. To unsubscribe, the token in an email is enough. */
export const PREFERENCE_RULES: readonly Rule[] = [
  { endpoint: readPreferences, requires: 'session', statusByRole: signedIn() },
  {
    endpoint: changePreferences,
    requires: 'session',
    statusByRole: signedIn(),
    body: () => ({ channels: { posted: 'email' } }),
  },
  { endpoint: readPushStatus, requires: 'session', statusByRole: signedIn() },
  {
    endpoint: addPushSubscription,
    requires: 'session',
    statusByRole: signedIn(201),
    body: () => ({
      endpoint: 'https://push.example/send/a-phone',
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
    }),
  },
  { endpoint: endPushSubscription, requires: 'session', statusByRole: signedIn() },
  { endpoint: readUnsubscribe, ...mailTokenRule },
  { endpoint: unsubscribe, ...mailTokenRule },
]
