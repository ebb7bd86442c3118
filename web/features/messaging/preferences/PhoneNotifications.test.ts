import { expect, test } from 'vitest'
import {
  type Browser,
  type NotificationStatus,
  notificationStatusOf,
} from './PhoneNotifications.tsx'

const PHONE: Browser = {
  hasPush: true,
  isApple: false,
  permission: 'granted',
  isSubscribed: true,
  isKnownToServer: true,
}

test.each<[string, Partial<Browser>, NotificationStatus]>([
  ['subscribed and known', {}, 'on'],
  ['subscribed for a session that has ended', { isKnownToServer: false }, 'off'],
  ['known, but cleared by the browser', { isSubscribed: false }, 'off'],
  ['never asked', { permission: 'default', isSubscribed: false, isKnownToServer: false }, 'off'],
  ['denied', { permission: 'denied' }, 'denied'],
  ['a browser without notifications', { hasPush: false }, 'unsupported'],
  ['an iPhone outside the home screen', { hasPush: false, isApple: true }, 'install-first'],
])('determines the state of this phone: %s', (_what, given, status) => {
  expect(notificationStatusOf({ ...PHONE, ...given })).toBe(status)
})
