import type { Page } from '@playwright/test'
import { demoOwner, demoPath, type Scene, waitForCards } from '../scene.ts'

const profilePath = `${demoPath}/profile`

/** Fakes a browser with this status, because scenes run without service workers. */
const fakeBrowser = (status: 'notified' | 'blocked' | 'iphone' | 'outdated') => (page: Page) =>
  page.addInitScript((browserState) => {
    const fakeProperty = (target: object, name: string, value: unknown) =>
      Object.defineProperty(target, name, { get: () => value, configurable: true })
    const subscription = browserState === 'notified' ? {} : null
    // Imitates a waiting version of the app that doesn't have the open page's files.
    const waiting = { postMessage: (_: unknown, [port]: MessagePort[]) => port?.postMessage(false) }
    const registration = {
      waiting: browserState === 'outdated' ? waiting : null,
      pushManager: { getSubscription: async () => subscription },
      addEventListener: () => undefined,
      update: async () => undefined,
    }
    fakeProperty(navigator, 'serviceWorker', {
      controller: {},
      register: async () => registration,
      getRegistration: async () => registration,
    })
    if (browserState === 'notified') fakeProperty(Notification, 'permission', 'granted')
    if (browserState === 'blocked') fakeProperty(Notification, 'permission', 'denied')
    if (browserState === 'iphone') {
      Reflect.deleteProperty(window, 'PushManager')
      fakeProperty(navigator, 'userAgent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)')
    }
  }, status)

async function fakeNotifications(page: Page): Promise<void> {
  await fakeBrowser('notified')(page)
  await page.route('**/api/my-push-subscriptions', (route) =>
    route.fulfill({ json: { publicKey: 'B', isOn: true } }),
  )
  await page.route('**/api/my-preferences', async (route) => {
    const response = await route.fetch()
    const stored: { channels: object; texts: object } = await response.json()
    const channels = Object.fromEntries(Object.keys(stored.channels).map((kind) => [kind, 'push']))
    const texts = { ...stored.texts, status: 'none' }
    await route.fulfill({ response, json: { ...stored, texts, channels, phones: 1 } })
  })
}

export const phoneScenes: readonly Scene[] = [
  {
    name: 'notifications-on',
    as: demoOwner,
    at: profilePath,
    before: fakeNotifications,
    arrive: (page) =>
      page.getByRole('button', { name: 'Turn Off Notifications on This Device' }).waitFor(),
  },
  {
    name: 'notifications-blocked',
    as: demoOwner,
    at: profilePath,
    before: fakeBrowser('blocked'),
    arrive: (page) => page.getByText('Notifications on this device are blocked.').waitFor(),
  },
  {
    name: 'notifications-iphone',
    as: demoOwner,
    at: profilePath,
    before: fakeBrowser('iphone'),
    arrive: (page) => page.getByText('open Fourball from your home screen').waitFor(),
  },
  {
    name: 'offline',
    as: demoOwner,
    at: demoPath,
    before: (page) => page.route('**/api/live', (route) => route.fulfill({ status: 503 })),
    async arrive(page) {
      await waitForCards(page)
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true })
        window.dispatchEvent(new Event('offline'))
      })
      await page.getByText(/^Offline\. As of/).waitFor()
    },
  },
  {
    name: 'update-offer',
    as: demoOwner,
    at: demoPath,
    before: fakeBrowser('outdated'),
    async arrive(page) {
      await waitForCards(page)
      await page.getByText('A new version is ready.').waitFor()
    },
  },
]
