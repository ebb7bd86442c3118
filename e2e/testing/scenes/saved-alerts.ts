import type { Page } from '@playwright/test'
import { demoOwner, demoPath, type Scene } from '../scene.ts'

const profilePath = `${demoPath}/profile`
const API_PATTERN = '**/api/groups/*/my-wishes'
const section = (page: Page) => page.getByRole('region', { name: 'Tee-time alerts' })

export const savedAlertScenes: readonly Scene[] = [
  {
    name: 'saved-alerts',
    as: demoOwner,
    at: profilePath,
    before: (page) =>
      page.route(API_PATTERN, (route) =>
        route.fulfill({
          json: [
            { id: 1, days: [6], notBefore: null, notAfter: '10:00', course: null },
            {
              id: 2,
              days: [1, 3, 5],
              notBefore: '17:00',
              notAfter: '19:30',
              course: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
            },
          ],
        }),
      ),
    async arrive(page) {
      await section(page).getByText('Saturdays, no later than 10:00 AM').waitFor()
      await section(page).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'saved-alert-dialog-errors',
    as: demoOwner,
    at: profilePath,
    async arrive(page) {
      await section(page).getByRole('button', { name: 'Add Alert' }).click()
      await page.getByRole('button', { name: 'Save Alert' }).click()
      await page.getByText('Pick a day').waitFor()
    },
  },
]
