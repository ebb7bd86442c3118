import { expect, test, vi } from 'vitest'
import { endNotifications } from './query-client.ts'

test('what is shown goes, and nothing more is pushed here', async () => {
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
  ['none for the app', { serviceWorker: { getRegistration: async () => undefined } }],
  ['no pushing', { serviceWorker: { getRegistration: async () => ({}) } }],
  [
    'no subscription',
    {
      serviceWorker: {
        getRegistration: async () => ({ pushManager: { getSubscription: async () => null } }),
      },
    },
  ],
])('a browser with %s is left alone', async (_what, browser) => {
  vi.stubGlobal('navigator', browser)
  await expect(endNotifications()).resolves.toBeUndefined()
})
