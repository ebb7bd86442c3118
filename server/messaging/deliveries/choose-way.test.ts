import { expect, test } from 'vitest'
import { type AlertEvent, alertEvent, KIND_OF } from '../../../contract/alerts.ts'
import { DEFAULT_QUIET_HOURS } from '../../../contract/preferences.ts'
import { chooseWay, type Situation, type Way } from './choose-way.ts'

const NUMBER = '+14035550103'
const ABROAD = '+18765550103'
const NOON = new Date('2026-06-01T18:00:00Z')
const LATE = new Date('2026-06-02T04:30:00Z')
const MORNING = new Date('2026-06-02T14:00:00Z')
const hours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000)

const GOLFER = { number: NUMBER, emailProven: true, hasConsent: true }
const GROUP = { isActive: true, isMember: true, isMuted: false }

const situation = (given: Partial<Situation>): Situation => ({
  event: 'posted',
  channel: 'text',
  now: NOON,
  hasTexts: true,
  hasPhone: false,
  evenStopped: false,
  group: GROUP,
  chosen: undefined,
  golfer: GOLFER,
  recipient: '',
  stoppedAt: null,
  unreachableAt: null,
  unreachableCode: null,
  quietHours: DEFAULT_QUIET_HOURS,
  timeZone: 'America/Edmonton',
  ownRoundAt: undefined,
  ...given,
})

const TEXT: Way = { by: 'text', number: NUMBER }
const HELD: Way = { by: 'text-later', number: NUMBER, at: MORNING }
const EMAIL: Way = { by: 'email' }
const none = (why: Extract<Way, { by: 'none' }>['why']): Way => ({ by: 'none', why })

test.each<[string, Partial<Situation>, Way]>([
  ['agreed', {}, TEXT],
  ['chose texts', { chosen: 'text' }, TEXT],
  ['chose emails', { chosen: 'email' }, EMAIL],
  ['chose notifications', { chosen: 'push', hasPhone: true }, { by: 'push' }],
  ['chose notifications, without a phone for them', { chosen: 'push' }, EMAIL],
  ['chose texts, with a phone for notifications', { hasPhone: true }, TEXT],
  [
    'a notification that could not be sent',
    { chosen: 'push', hasPhone: true, channel: 'email' },
    EMAIL,
  ],
  [
    'a notification in a house without texts, to a stopped number',
    { chosen: 'push', hasPhone: true, hasTexts: false, stoppedAt: NOON },
    { by: 'push' },
  ],
  [
    'a notification at night',
    { chosen: 'push', hasPhone: true, now: LATE },
    { by: 'push-later', at: MORNING },
  ],
  [
    'a notification at night, of a round before noon',
    { chosen: 'push', hasPhone: true, now: LATE, ownRoundAt: hours(LATE, 11) },
    { by: 'push' },
  ],
  [
    'a notification of a muted group',
    { chosen: 'push', hasPhone: true, group: { ...GROUP, isMuted: true } },
    none('muted'),
  ],
  ['chose nothing meanwhile', { chosen: 'off' }, none('off')],
  ['a text that could not be sent', { channel: 'email' }, EMAIL],
  [
    'a text that could not be sent, switched off since',
    { channel: 'email', chosen: 'off' },
    none('off'),
  ],
  ['a house without texts', { hasTexts: false }, EMAIL],
  ['no number', { golfer: { ...GOLFER, number: null } }, EMAIL],
  ['a number abroad', { golfer: { ...GOLFER, number: ABROAD } }, EMAIL],
  [
    'a number abroad, not agreed',
    { golfer: { ...GOLFER, number: ABROAD, hasConsent: false } },
    EMAIL,
  ],
  ['an email that is not proven', { golfer: { ...GOLFER, emailProven: false } }, EMAIL],
  [
    'nor proven nor agreed',
    { golfer: { ...GOLFER, emailProven: false, hasConsent: false } },
    EMAIL,
  ],
  ['not agreed', { golfer: { ...GOLFER, hasConsent: false } }, { by: 'email', ask: NUMBER }],
  [
    'not agreed, at night',
    { golfer: { ...GOLFER, hasConsent: false }, now: LATE },
    { by: 'email', ask: NUMBER },
  ],
  [
    'not agreed, and wants emails',
    { golfer: { ...GOLFER, hasConsent: false }, chosen: 'email' },
    EMAIL,
  ],
  ['said STOP', { stoppedAt: NOON }, EMAIL],
  ['a bad number', { unreachableAt: hours(NOON, -1_000), unreachableCode: '21211' }, EMAIL],
  ['not registered', { unreachableAt: hours(NOON, -23), unreachableCode: '30034' }, EMAIL],
  ['not registered a day ago', { unreachableAt: hours(NOON, -24), unreachableCode: '30034' }, TEXT],
  ['a muted group', { group: { ...GROUP, isMuted: true } }, none('muted')],
  [
    'a muted group, their own round',
    { event: 'cancelled', group: { ...GROUP, isMuted: true } },
    TEXT,
  ],
  ['left the group', { group: { ...GROUP, isMember: false } }, none('left')],
  ['the group is switched off', { group: { ...GROUP, isActive: false } }, none('left')],
  ['of no group', { event: 'added', group: undefined }, TEXT],
  ['at night', { now: LATE }, HELD],
  ['at night, by email', { now: LATE, chosen: 'email' }, EMAIL],
  [
    'at night, elsewhere',
    { now: LATE, timeZone: 'Europe/London' },
    { ...HELD, at: new Date('2026-06-02T07:00:00Z') },
  ],
  [
    'at night, without quiet hours',
    { now: LATE, quietHours: { from: '00:00', to: '00:00' } },
    TEXT,
  ],
  ['at night, their round in 12 hours', { now: LATE, ownRoundAt: hours(LATE, 12) }, TEXT],
  ['at night, their round later', { now: LATE, ownRoundAt: hours(MORNING, 3) }, HELD],
  [
    'at night, their round soon after it',
    { now: LATE, ownRoundAt: hours(LATE, 12.1) },
    { ...HELD, at: hours(LATE, 0.1) },
  ],
  [
    'at night, their round before it ends',
    { now: LATE, ownRoundAt: hours(LATE, 13), quietHours: { from: '21:00', to: '20:00' } },
    { ...HELD, at: hours(LATE, 1) },
  ],
])('%s', (_, given, way) => {
  expect(chooseWay(situation(given))).toEqual(way)
})

test.each(
  alertEvent.options.filter(
    (event) => KIND_OF[event] === undefined && !['reply', 'opt-in'].includes(event),
  ),
)('%s goes by email, whatever is chosen, and into a muted group', (event) => {
  const group = { isActive: false, isMember: false, isMuted: true }
  expect(chooseWay(situation({ event, chosen: 'off', group, now: LATE }))).toEqual(EMAIL)
})

test.each<[string, Partial<Situation>, Way]>([
  ['to nobody, at night', { golfer: undefined, now: LATE }, TEXT],
  ['to who has not agreed', { golfer: { ...GOLFER, hasConsent: false, emailProven: false } }, TEXT],
  ['to a number that said STOP', { stoppedAt: NOON }, none('stopped')],
  ['that confirms the STOP', { stoppedAt: NOON, evenStopped: true }, TEXT],
  ['to a number abroad', { recipient: ABROAD }, none('abroad')],
  ['in a house without texts', { hasTexts: false }, none('no-texts')],
])('a reply %s', (_, given, way) => {
  expect(
    chooseWay(situation({ event: 'reply', group: undefined, recipient: NUMBER, ...given })),
  ).toEqual(way)
})

const ASKED = { ...GOLFER, hasConsent: false }
test.each<[string, Partial<Situation>, Way]>([
  ['by day', {}, TEXT],
  ['at night', { now: LATE }, HELD],
  ['of who has agreed since', { golfer: GOLFER }, none('moot')],
  [
    'of who has another number since',
    { golfer: { ...ASKED, number: '+14035550104' } },
    none('moot'),
  ],
  ['of who has no account', { golfer: undefined }, none('moot')],
  ['before the email is proven', { golfer: { ...ASKED, emailProven: false } }, none('moot')],
  ['of who said STOP', { stoppedAt: NOON }, none('stopped')],
  ['of a bad number', { unreachableAt: NOON, unreachableCode: '21211' }, none('moot')],
  [
    'of a number abroad',
    { golfer: { ...ASKED, number: ABROAD }, recipient: ABROAD },
    none('abroad'),
  ],
  ['in a house without texts', { hasTexts: false }, none('no-texts')],
])('an opt-in request %s', (_, given, way) => {
  expect(
    chooseWay(situation({ event: 'opt-in', golfer: ASKED, recipient: NUMBER, ...given })),
  ).toEqual(way)
})

test('a number that said STOP gets none of all alerts', () => {
  const alerts: AlertEvent[] = alertEvent.options.filter((event) => event !== 'reply')
  const ways = alerts.flatMap((event) =>
    [NOON, LATE].map(
      (now) =>
        chooseWay(situation({ event, now, recipient: NUMBER, stoppedAt: NOON, ownRoundAt: now }))
          .by,
    ),
  )
  expect(ways.filter((by) => by.startsWith('text'))).toEqual([])
})
