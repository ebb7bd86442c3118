import type { Page } from '@playwright/test'
import type { DeliverySummary } from '../../../contract/delivery-log.ts'
import { type Scene, waitForHeading } from '../scene.ts'
import type { Cast } from '../test-groups.ts'

const superAdmin = (cast: Cast) => cast.superAdmin

const waitForRows = async (page: Page) => {
  await page.getByRole('table').waitFor()
  await page.getByText(/^Texts (stay in|are)/).waitFor()
}

const SUMMARY_OFF: DeliverySummary = {
  texts: 'off',
  queued: 0,
  deferred: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
  segments: 0,
}

const fakeTextsOff = (page: Page) =>
  page.route('**/api/super-admin/message-summary', (route) => route.fulfill({ json: SUMMARY_OFF }))

export const deliveryLogScenes: readonly Scene[] = [
  {
    name: 'messages',
    as: superAdmin,
    at: (cast) => `/super-admin/messages?groupId=${cast.longNamesGroup.id}`,
    arrive: waitForRows,
  },
  {
    name: 'messages-by-day',
    as: superAdmin,
    at: '/super-admin/messages?table=days&search=honourable',
    arrive: waitForRows,
  },
  {
    name: 'messages-off',
    as: superAdmin,
    at: '/super-admin/messages',
    before: async (page) => {
      await fakeTextsOff(page)
      await page.route('**/api/super-admin/messages?*', (route) =>
        route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
      )
    },
    arrive: waitForHeading('No Messages Yet'),
  },
  {
    name: 'messages-failing',
    as: superAdmin,
    at: '/super-admin/messages',
    before: (page) =>
      page.route('**/api/super-admin/message*', (route) =>
        route.fulfill({
          status: 503,
          json: { message: 'Fourball is not available for a moment.', code: 'UNAVAILABLE' },
        }),
      ),
    arrive: waitForHeading("We couldn't load the messages"),
  },
  {
    name: 'super-admin-texts-off',
    as: superAdmin,
    at: '/super-admin',
    before: fakeTextsOff,
    arrive: async (page) => {
      await page.getByRole('table').waitFor()
      await page.getByText('Texts are off').waitFor()
    },
  },
]
