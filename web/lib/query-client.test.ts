import { expect, test, vi } from 'vitest'
import { endNotifications } from './query-client.ts'

test('clears shown notifications and ends the subscription', async () => {
  const [close, unsubscribe] = [vi.fn(), vi.fn(async () => true)]
  const getRegistration = async () => ({
    getNotifications: async () => [{ close }, { close }],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } })
  await endNotifications()
  expect(close).toHaveBeenCalledTimes(2)
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test.each([
  ['no service workers', {}],
  ['no worker for the app', { serviceWorker: { getRegistration: async () => undefined } }],
  ['no push support', { serviceWorker: { getRegistration: async () => ({}) } }],
  [
    'no subscription',
    {
      serviceWorker: {
        getRegistration: async () => ({ pushManager: { getSubscription: async () => null } }),
      },
    },
  ],
])('does nothing in a browser with %s', async (_what, browser) => {
  vi.stubGlobal('navigator', browser)
  await expect(endNotifications()).resolves.toBeUndefined()
})
