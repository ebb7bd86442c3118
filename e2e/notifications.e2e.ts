import type { Page, Worker } from '@playwright/test'
import {
  type PushStandIn,
  startPushStandIn,
} from '../server/providers/push/testing/push-stand-in.ts'
import { expect, test } from './testing/journey.ts'
import { cardOf, expectToast } from './testing/screen-parts.ts'

let pushService: PushStandIn
test.beforeAll(async () => {
  pushService = await startPushStandIn()
})
test.afterAll(() => pushService.close())

/**
 * Replaces the browser's push service, which needs the internet, with a fake one. Returns the endpoint of the
 * page's subscription.
 */
async function fakePushService(page: Page): Promise<string> {
  const { endpoint, p256dh, auth } = pushService.subscribe()
  await page.addInitScript(
    (subscriptionData) => {
      let subscribed: unknown = null
      const subscription = {
        toJSON: () => subscriptionData,
        unsubscribe: async () => {
          subscribed = null
          return true
        },
      }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => subscribed,
        subscribe: async () => {
          subscribed = subscription
          return subscription
        },
      })
    },
    { endpoint, keys: { p256dh, auth } },
  )
  return endpoint
}

test('notifies my phone of a new tee time once I turn notifications on', async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Backwoods' })
  const golfer = await testServer.make.member(group, { name: 'Remy Otte' })
  const page = await phones.open({
    as: golfer,
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  })
  const endpoint = await fakePushService(page)
  await page.goto(`/${group.slug}/profile`)
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByRole('button', { name: 'Notify Me on This Device' }).click()
  await expectToast(page, 'Notifications Turned On', 'This device will get notifications.')
  await expect(messages).toContainText('Notifications go to one device.')

  // Turn off quiet hours, because the test can run at any time of day.
  await testServer.server
    .phone(golfer.session)
    .put('/api/my-preferences', { quietHours: { from: '00:00', to: '00:00' } })
  const card = await testServer.make.teeTime(group, { course: 'Banff Springs' })
  await expect.poll(() => pushService.received.get(endpoint)?.length, { timeout: 30_000 }).toBe(1)
  const pushedData: unknown = JSON.parse(pushService.received.get(endpoint)?.[0]?.plaintext ?? '')
  expect(pushedData).toMatchObject({
    title: 'New Tee Time',
    body: expect.stringContaining('Banff Springs'),
    path: `/${group.slug}?t=${card.number}`,
  })

  expect(await notificationFor(page, JSON.stringify(pushedData))).toEqual({
    title: 'New Tee Time',
    options: expect.objectContaining({ data: `/${group.slug}?t=${card.number}` }),
  })
  for (const unreadable of [null, 'no JSON']) {
    expect(await notificationFor(page, unreadable)).toMatchObject({ title: 'Fourball' })
  }

  await messages.getByRole('button', { name: 'Turn Off Notifications on This Device' }).click()
  await expectToast(
    page,
    'Notifications Turned Off',
    "This device won't get notifications anymore.",
  )
  await expect(messages).toContainText(/you get messages by email\./i)

  await tapNotification(page, `/${group.slug}?t=${card.number}`)
  await expect(cardOf(page, 'Banff Springs')).toBeVisible()
})

function workerOf(page: Page): Worker {
  const worker = page.context().serviceWorkers()[0]
  if (worker === undefined) throw new Error('The app has no service worker')
  return worker
}

/** Returns the notification that the app shows for a push message. A headless browser doesn't display any. */
function notificationFor(page: Page, data: string | null): Promise<unknown> {
  return workerOf(page).evaluate(
    (pushedData) =>
      new Promise((resolve) => {
        const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
        registration.showNotification = async (title, options) => resolve({ title, options })
        const event = Object.assign(new Event('push'), {
          data: pushedData === null ? null : { json: () => JSON.parse(pushedData) },
          waitUntil: () => undefined,
        })
        self.dispatchEvent(event)
      }),
    data,
  )
}

async function tapNotification(page: Page, path: string): Promise<void> {
  await workerOf(page).evaluate((data) => {
    const event = Object.assign(new Event('notificationclick'), {
      notification: { data, close: () => undefined },
      // Ignore the error: without a real tap, the browser doesn't bring a page to the front.
      waitUntil: (work: Promise<void>) => void work.catch(() => undefined),
    })
    self.dispatchEvent(event)
  }, path)
}

test('stops notifications after I log out offline', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const page = await phones.open({
    as: group.owner,
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  })
  await fakePushService(page)
  await page.goto(`/${group.slug}/profile`)
  await page.getByRole('button', { name: 'Notify Me on This Device' }).click()
  await expectToast(page, 'Notifications Turned On', 'This device will get notifications.')
  const isSubscribed = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/')
      return (await registration?.pushManager.getSubscription()) != null
    })
  expect(await isSubscribed()).toBe(true)
  phones.tolerate(/net::ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logged Out', 'See you on the first tee.')
  await expect.poll(isSubscribed).toBe(false)
})
