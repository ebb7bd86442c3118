import { expect, test } from 'vitest'
import { ALERT_EVENTS, type AlertEvent, alertEvent } from '../../../contract/alerts.ts'
import type { MessageChannel } from '../../../contract/messages.ts'
import { type AlertChannel, DEFAULT_QUIET_HOURS } from '../../../contract/preferences.ts'
import { chooseChannel, type DeliveryRoute, type Situation } from './choose-channel.ts'
import type { FoundDelivery } from './store.ts'

const NUMBER = '+14035550103'
const FOREIGN_NUMBER = '+18765550103'
const NOON = new Date('2026-06-01T18:00:00Z')
const NIGHT = new Date('2026-06-02T04:30:00Z')
const MORNING = new Date('2026-06-02T14:00:00Z')
const addHours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000)

const GOLFER = {
  email: 'ann@club.example',
  mailToken: 'token',
  number: NUMBER,
  hasProvenEmail: true,
  hasConsent: true,
}

interface Facts extends Situation, Omit<FoundDelivery, 'delivery' | 'preferences'> {
  readonly event: AlertEvent
  readonly channel: MessageChannel
  readonly recipient: string
  readonly evenStopped: boolean
  readonly chosen: AlertChannel
  readonly quietHours: { from: string; to: string }
  readonly timeZone: string
}

function choose(overrides: Partial<Facts>): DeliveryRoute {
  const { event = 'posted', channel = 'text', recipient = '', evenStopped = false } = overrides
  const { now = NOON, canSendTexts = true, ownRoundAt, usefulUntil } = overrides
  const { golfer = GOLFER, chosen, quietHours } = overrides
  const found: FoundDelivery = {
    delivery: {
      id: 1,
      event,
      golferId: 2,
      groupId: 3,
      teeTimeIds: [],
      data: { evenStopped },
      key: 'test:1',
      channel,
      status: 'queued',
      recipient,
      body: null,
      createdAt: NOON,
      day: null,
      dueAt: null,
      tries: 0,
      triedAt: null,
      sentAt: null,
      providerId: null,
      segments: null,
      errorCode: null,
    },
    golfer,
    refusal: null,
    groupTimeZone: 'America/Edmonton',
    stoppedAt: null,
    unreachableAt: null,
    unreachableCode: null,
    hasPushSubscription: false,
    ...overrides,
    preferences: {
      golferId: 2,
      channels: chosen === undefined ? {} : { [ALERT_EVENTS[event].kind ?? '']: chosen },
      quietFrom: quietHours?.from ?? DEFAULT_QUIET_HOURS.from,
      quietTo: quietHours?.to ?? DEFAULT_QUIET_HOURS.to,
      timeZone: overrides.timeZone ?? null,
    },
  }
  return chooseChannel(found, { now, canSendTexts, ownRoundAt, usefulUntil })
}

const TEXT: DeliveryRoute = { by: 'text', number: NUMBER }
const HELD_TEXT: DeliveryRoute = { by: 'text', number: NUMBER, at: MORNING }
const EMAIL: DeliveryRoute = { by: 'email' }
const none = (why: Extract<DeliveryRoute, { by: 'none' }>['why']): DeliveryRoute => ({
  by: 'none',
  why,
})

test.each<[string, Partial<Facts>, DeliveryRoute]>([
  ['agreed to texts', {}, TEXT],
  ['chose texts', { chosen: 'text' }, TEXT],
  ['chose emails', { chosen: 'email' }, EMAIL],
  ['chose notifications', { chosen: 'push', hasPushSubscription: true }, { by: 'push' }],
  ['chose notifications, but has no subscribed phone', { chosen: 'push' }, EMAIL],
  ['chose texts, but has a subscribed phone', { hasPushSubscription: true }, TEXT],
  [
    'a notification that could not be sent',
    { chosen: 'push', hasPushSubscription: true, channel: 'email' },
    EMAIL,
  ],
  [
    'a notification, without text service, to a stopped number',
    { chosen: 'push', hasPushSubscription: true, canSendTexts: false, stoppedAt: NOON },
    { by: 'push' },
  ],
  [
    'a notification at night',
    { chosen: 'push', hasPushSubscription: true, now: NIGHT },
    { by: 'push', at: MORNING },
  ],
  [
    'a notification at night for a round before noon',
    { chosen: 'push', hasPushSubscription: true, now: NIGHT, ownRoundAt: addHours(NIGHT, 11) },
    { by: 'push' },
  ],
  [
    'a notification for a muted group',
    { chosen: 'push', hasPushSubscription: true, refusal: 'muted' },
    none('muted'),
  ],
  ['switched off since', { chosen: 'off', refusal: 'off' }, none('off')],
  ['a text that could not be sent', { channel: 'email' }, EMAIL],
  [
    'a text that could not be sent, since switched off',
    { channel: 'email', chosen: 'off', refusal: 'off' },
    none('off'),
  ],
  ['no text service', { canSendTexts: false }, EMAIL],
  ['no number', { golfer: { ...GOLFER, number: null } }, EMAIL],
  ['a foreign number', { golfer: { ...GOLFER, number: FOREIGN_NUMBER } }, EMAIL],
  [
    'a foreign number without consent',
    { golfer: { ...GOLFER, number: FOREIGN_NUMBER, hasConsent: false } },
    EMAIL,
  ],
  ['an unverified email', { golfer: { ...GOLFER, hasProvenEmail: false } }, EMAIL],
  [
    'an unverified email without consent',
    { golfer: { ...GOLFER, hasProvenEmail: false, hasConsent: false } },
    EMAIL,
  ],
  [
    'no consent',
    { golfer: { ...GOLFER, hasConsent: false } },
    { by: 'email', optInNumber: NUMBER },
  ],
  [
    'no consent, at night',
    { golfer: { ...GOLFER, hasConsent: false }, now: NIGHT },
    { by: 'email', optInNumber: NUMBER },
  ],
  [
    'no consent, and chose emails',
    { golfer: { ...GOLFER, hasConsent: false }, chosen: 'email' },
    EMAIL,
  ],
  ['said STOP', { stoppedAt: NOON }, EMAIL],
  ['a bad number', { unreachableAt: addHours(NOON, -1_000), unreachableCode: '21211' }, EMAIL],
  [
    'an unregistered number',
    { unreachableAt: addHours(NOON, -23), unreachableCode: '30034' },
    EMAIL,
  ],
  [
    'a number unregistered a day ago',
    { unreachableAt: addHours(NOON, -24), unreachableCode: '30034' },
    TEXT,
  ],
  ['a muted group', { refusal: 'muted' }, none('muted')],
  ['left the group', { refusal: 'left' }, none('left')],
  ['at night', { now: NIGHT }, HELD_TEXT],
  ['at night, by email', { now: NIGHT, chosen: 'email' }, EMAIL],
  [
    'at night in another time zone',
    { now: NIGHT, timeZone: 'Europe/London' },
    { ...HELD_TEXT, at: new Date('2026-06-02T07:00:00Z') },
  ],
  [
    'at night, without quiet hours',
    { now: NIGHT, quietHours: { from: '00:00', to: '00:00' } },
    TEXT,
  ],
  ['at night, with their round in 12 hours', { now: NIGHT, ownRoundAt: addHours(NIGHT, 12) }, TEXT],
  [
    'at night, with their round well after quiet hours',
    { now: NIGHT, ownRoundAt: addHours(MORNING, 3) },
    HELD_TEXT,
  ],
  [
    'at night, with their round soon after quiet hours',
    { now: NIGHT, ownRoundAt: addHours(NIGHT, 12.1) },
    { ...HELD_TEXT, at: addHours(NIGHT, 0.1) },
  ],
  [
    'at night, with their round before quiet hours end',
    { now: NIGHT, ownRoundAt: addHours(NIGHT, 13), quietHours: { from: '21:00', to: '20:00' } },
    { ...HELD_TEXT, at: addHours(NIGHT, 1) },
  ],
  [
    'at night, with a deadline after quiet hours',
    { now: NIGHT, usefulUntil: addHours(MORNING, 1) },
    HELD_TEXT,
  ],
  ['at night, with a deadline when quiet hours end', { now: NIGHT, usefulUntil: MORNING }, EMAIL],
  [
    'a notification at night, with a deadline in quiet hours',
    { chosen: 'push', hasPushSubscription: true, now: NIGHT, usefulUntil: addHours(NIGHT, 1) },
    EMAIL,
  ],
  ['by day, with a deadline', { usefulUntil: addHours(NOON, 1) }, TEXT],
])('chooses the channel: %s', (_, overrides, channel) => {
  expect(choose(overrides)).toEqual(channel)
})

test.each(
  alertEvent.options.filter(
    (event) => ALERT_EVENTS[event].kind === undefined && !['reply', 'opt-in'].includes(event),
  ),
)('emails %s, whatever channel the golfer chose', (event) => {
  expect(choose({ event, chosen: 'off', now: NIGHT })).toEqual(EMAIL)
})

test.each<[string, Partial<Facts>, DeliveryRoute]>([
  ['to an unknown number at night', { golfer: null, now: NIGHT }, TEXT],
  [
    'to a golfer without consent',
    { golfer: { ...GOLFER, hasConsent: false, hasProvenEmail: false } },
    TEXT,
  ],
  ['to a number that said STOP', { stoppedAt: NOON }, none('stopped')],
  ['that confirms STOP', { stoppedAt: NOON, evenStopped: true }, TEXT],
  ['to a foreign number', { recipient: FOREIGN_NUMBER }, none('abroad')],
  ['without text service', { canSendTexts: false }, none('no-texts')],
])('chooses the channel of a reply %s', (_, overrides, channel) => {
  expect(choose({ event: 'reply', recipient: NUMBER, ...overrides })).toEqual(channel)
})

const GOLFER_WITHOUT_CONSENT = { ...GOLFER, hasConsent: false }
test.each<[string, Partial<Facts>, DeliveryRoute]>([
  ['by day', {}, TEXT],
  ['at night', { now: NIGHT }, HELD_TEXT],
  ['to a golfer who has agreed since', { golfer: GOLFER }, none('moot')],
  [
    'to a golfer who has changed the number since',
    { golfer: { ...GOLFER_WITHOUT_CONSENT, number: '+14035550104' } },
    none('moot'),
  ],
  ['to someone without an account', { golfer: null }, none('moot')],
  [
    'before the email is verified',
    { golfer: { ...GOLFER_WITHOUT_CONSENT, hasProvenEmail: false } },
    none('moot'),
  ],
  ['to a golfer who said STOP', { stoppedAt: NOON }, none('stopped')],
  ['to a bad number', { unreachableAt: NOON, unreachableCode: '21211' }, none('moot')],
  [
    'to a foreign number',
    { golfer: { ...GOLFER_WITHOUT_CONSENT, number: FOREIGN_NUMBER }, recipient: FOREIGN_NUMBER },
    none('abroad'),
  ],
  ['without text service', { canSendTexts: false }, none('no-texts')],
])('chooses the channel of an opt-in request %s', (_, overrides, channel) => {
  expect(
    choose({ event: 'opt-in', golfer: GOLFER_WITHOUT_CONSENT, recipient: NUMBER, ...overrides }),
  ).toEqual(channel)
})

test('never texts an alert to a number that said STOP', () => {
  const alerts: AlertEvent[] = alertEvent.options.filter((event) => event !== 'reply')
  const channels = alerts.flatMap((event) =>
    [NOON, NIGHT].map(
      (now) => choose({ event, now, recipient: NUMBER, stoppedAt: NOON, ownRoundAt: now }).by,
    ),
  )
  expect(channels.filter((by) => by.startsWith('text'))).toEqual([])
})
