import { expect, test } from 'vitest'
import type { AlertChannel, Preferences } from '../../../../contract/preferences.ts'
import { describeMessaging, describeMutedGroups } from './preferences.ts'

const TEXTS = {
  status: 'on',
  number: '+14035550103',
  available: true,
  from: '+15875550100',
  emailProven: true,
} as const

function channelsSetTo(channel: AlertChannel): Preferences['channels'] {
  return {
    posted: channel,
    mine: channel,
    opened: channel,
    waiting: channel,
    changed: channel,
    reminder: channel,
    group: channel,
    trial: channel,
  }
}

const describeWith = (texts: Partial<Preferences['texts']>, channel: AlertChannel = 'text') =>
  describeMessaging({ texts: { ...TEXTS, ...texts }, channels: channelsSetTo(channel), phones: 0 })

test.each<[string, Partial<Preferences['texts']>, AlertChannel, string, string | undefined]>([
  ['agreed', {}, 'text', 'Texts go to (403) 555-0103.', 'end'],
  ['agreed, but chose emails', {}, 'email', 'You get messages by email.', 'end'],
  [
    'agreed, everything off',
    {},
    'off',
    'You turned off all messages. We still email you about your account, failed or refunded payments, and deleted or restored groups.',
    'end',
  ],
  ['never agreed', { status: 'none' }, 'text', 'You get messages by email.', 'agree'],
  [
    'never agreed, everything off',
    { status: 'none' },
    'off',
    'You turned off all messages. We still email you about your account, failed or refunded payments, and deleted or restored groups.',
    undefined,
  ],
  [
    'START needed',
    { status: 'stopped' },
    'text',
    'Texts to (403) 555-0103 are stopped, so you get messages by email.',
    undefined,
  ],
  [
    'an unreachable number',
    { status: 'unreachable' },
    'text',
    "Our texts to (403) 555-0103 aren't getting through, so you get messages by email.",
    undefined,
  ],
  [
    'no number',
    { status: 'unreachable', number: null },
    'text',
    'Your profile has no number we can text.',
    undefined,
  ],
  ['no text service', { available: false }, 'text', 'You get messages by email.', undefined],
  [
    'an unverified email',
    { emailProven: false },
    'text',
    "We'll text (403) 555-0103 once you confirm your email.",
    'end',
  ],
])('shows the state of texts: %s', (_, texts, all, line, button) => {
  const described = describeWith(texts, all)
  expect([described.line, described.button]).toEqual([line, button])
})

test('offers a link to confirm the email only to golfers who agreed and whose email is unverified', () => {
  expect(describeWith({ emailProven: false }).canConfirmEmail).toBe(true)
  expect(describeWith({ emailProven: false }, 'email').canConfirmEmail).toBeUndefined()
  expect(describeWith({}).canConfirmEmail).toBeUndefined()
})

test('shows the number to send START to when known', () => {
  expect(describeWith({ status: 'stopped' }).hint).toBe(
    'To get texts, text START from that phone to (587) 555-0100.',
  )
  expect(describeWith({ status: 'stopped', from: null, number: '+447700900123' }).hint).toBe(
    'To get texts, text START from that phone to the number our texts come from.',
  )
})

test('lists the muted groups', () => {
  const group = (name: string, muted: boolean) => ({ id: 1, name, slug: 'a', muted })
  const [ann, bob, cal] = [group('Anns', true), group('Bobs', false), group('Cals', true)]
  expect(describeMutedGroups([bob])).toBeUndefined()
  expect(describeMutedGroups([ann, bob])).toBe('Anns is muted.')
  expect(describeMutedGroups([ann, bob, cal])).toBe('2 groups are muted.')
})

test.each<
  [string, Partial<Preferences['texts']>, AlertChannel, number, string, string | undefined]
>([
  [
    'notifications chosen',
    { status: 'none' },
    'push',
    1,
    'Notifications go to one device.',
    undefined,
  ],
  ['notifications on two phones', {}, 'push', 2, 'Notifications go to 2 devices.', 'end'],
  [
    'notifications without a phone',
    { status: 'none' },
    'push',
    0,
    'You get messages by email.',
    'agree',
  ],
  ['texts with a phone for notifications', {}, 'text', 1, 'Texts go to (403) 555-0103.', 'end'],
])('shows the state of notifications: %s', (_, texts, all, phones, line, button) => {
  const described = describeMessaging({
    texts: { ...TEXTS, ...texts },
    channels: channelsSetTo(all),
    phones,
  })
  expect([described.line, described.button]).toEqual([line, button])
})

test('offers texts beside notifications only if a kind of message is set to text', () => {
  const texts = { ...TEXTS, status: 'none' } as const
  const oneKindByText = { ...channelsSetTo('push'), posted: 'text' } as const
  expect(describeMessaging({ texts, channels: oneKindByText, phones: 1 }).button).toBe('agree')
  expect(
    describeMessaging({ texts, channels: oneKindByText, phones: 1 }, false).button,
  ).toBeUndefined()
})

test('does not offer texts to a number that the golfer has not confirmed', () => {
  const texts = { ...TEXTS, status: 'none' } as const
  const described = describeMessaging({ texts, channels: channelsSetTo('text'), phones: 0 }, false)
  expect(described).toEqual({
    line: 'You get messages by email.',
    hint: 'To get texts, confirm your phone number first.',
  })
})
