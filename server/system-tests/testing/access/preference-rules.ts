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
  own: everybody(),
  thing: 'mail-token',
  params: ({ thing }) => ({ token: thing, kind: 'posted' }),
} as const satisfies Partial<Rule>

/** Calls about a golfer's own notifications. To unsubscribe, the token in an email is enough. */
export const PREFERENCE_RULES: readonly Rule[] = [
  { endpoint: readPreferences, requires: 'session', own: signedIn() },
  {
    endpoint: changePreferences,
    requires: 'session',
    own: signedIn(),
    body: () => ({ channels: { posted: 'email' } }),
  },
  { endpoint: readPushStatus, requires: 'session', own: signedIn() },
  {
    endpoint: addPushSubscription,
    requires: 'session',
    own: signedIn(201),
    body: () => ({
      endpoint: 'https://push.example/send/a-phone',
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
    }),
  },
  { endpoint: endPushSubscription, requires: 'session', own: signedIn() },
  { endpoint: readUnsubscribe, ...mailTokenRule },
  { endpoint: unsubscribe, ...mailTokenRule },
]
