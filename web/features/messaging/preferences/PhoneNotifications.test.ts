import { expect, test, vi } from 'vitest'
import { type NotificationStatus, readNotificationStatus } from './PhoneNotifications.tsx'

const SUBSCRIBED_PHONE = {
  hasPush: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 15)',
  permission: 'granted',
  isSubscribed: true,
  isKnownToServer: true,
}

test.each<[string, Partial<typeof SUBSCRIBED_PHONE>, NotificationStatus]>([
  ['subscribed and known', {}, 'on'],
  ['subscribed for a session that has ended', { isKnownToServer: false }, 'off'],
  ['known, but cleared by the browser', { isSubscribed: false }, 'off'],
  ['never asked', { permission: 'default', isSubscribed: false, isKnownToServer: false }, 'off'],
  ['denied', { permission: 'denied' }, 'denied'],
  ['a browser without notifications', { hasPush: false }, 'unsupported'],
  [
    'an iPhone outside the home screen',
    { hasPush: false, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' },
    'install-first',
  ],
])('determines the state of this phone: %s', async (_what, given, status) => {
  const { hasPush, userAgent, permission, isSubscribed, isKnownToServer } = {
    ...SUBSCRIBED_PHONE,
    ...given,
  }
  const pushManager = { getSubscription: async () => (isSubscribed ? {} : null) }
  vi.stubGlobal('window', hasPush ? { PushManager: {}, Notification: {} } : {})
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('localStorage', { getItem: () => 'session' })
  vi.stubGlobal('navigator', {
    onLine: true,
    userAgent,
    maxTouchPoints: 5,
    serviceWorker: { getRegistration: async () => ({ pushManager }) },
  })
  vi.stubGlobal('fetch', async () => Response.json({ publicKey: 'key', isOn: isKnownToServer }))
  expect(await readNotificationStatus()).toBe(status)
})
