import {
  changePreferences,
  readPreferences,
  readUnsubscribe,
  unsubscribe,
} from '../../../../contract/preferences.ts'
import {
  addPushSubscription,
  endPushSubscription,
  readPushStanding,
} from '../../../../contract/push.ts'
import { everybody, type Rule, signedIn } from './rule.ts'

const ofMail = {
  wall: 'none',
  own: everybody(),
  thing: 'mail-token',
  params: ({ thing }) => ({ token: thing, kind: 'posted' }),
} as const satisfies Partial<Rule>

/** Golfers' notification preferences, and what anyone holding an email may switch off. */
export const PREFERENCE_RULES: readonly Rule[] = [
  { endpoint: readPreferences, wall: 'session', own: signedIn() },
  {
    endpoint: changePreferences,
    wall: 'session',
    own: signedIn(),
    body: () => ({ channels: { posted: 'email' } }),
  },
  { endpoint: readPushStanding, wall: 'session', own: signedIn() },
  {
    endpoint: addPushSubscription,
    wall: 'session',
    own: signedIn(201),
    body: () => ({
      endpoint: 'https://push.example/send/a-phone',
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
    }),
  },
  { endpoint: endPushSubscription, wall: 'session', own: signedIn() },
  { endpoint: readUnsubscribe, ...ofMail },
  { endpoint: unsubscribe, ...ofMail },
]
