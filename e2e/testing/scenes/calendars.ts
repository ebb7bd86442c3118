import type { Page } from '@playwright/test'
import { demoOwner, demoPath, type Scene } from '../scene.ts'

const profilePath = `${demoPath}/profile`
const API_PATTERN = '**/api/my-calendar'

const fakeCalendarLink =
  (json: object, status = 200) =>
  (page: Page) =>
    page.route(API_PATTERN, (route) => route.fulfill({ json, status }))

const section = (page: Page) => page.getByRole('region', { name: 'Calendar' })

export const calendarScenes: readonly Scene[] = [
  {
    name: 'calendar-address',
    as: demoOwner,
    at: profilePath,
    before: (page) =>
      page.route(API_PATTERN, (route) => {
        const createdAt = '2026-05-30T15:00:00.000Z'
        const address = `https://golf.example/calendar/${'Ab3'.repeat(14)}x.ics`
        const isCreation = route.request().method() === 'POST'
        return route.fulfill({ json: isCreation ? { createdAt, address } : { createdAt: null } })
      }),
    async arrive(page) {
      await section(page).getByRole('button', { name: 'Get Calendar Link' }).click()
      await page.getByLabel('Your calendar link, shown only once').waitFor()
      await section(page).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'calendar-new-address',
    as: demoOwner,
    at: profilePath,
    before: fakeCalendarLink({ createdAt: '2026-05-30T15:00:00.000Z' }),
    async arrive(page) {
      await section(page).getByText('Your calendar link was created on').waitFor()
      await section(page).getByRole('button', { name: 'Get a New Link' }).click()
      await page.getByRole('dialog', { name: 'Get a new link?' }).waitFor()
    },
  },
  {
    name: 'calendar-failing',
    as: demoOwner,
    at: profilePath,
    before: fakeCalendarLink({ message: 'Fourball is not available.', code: 'UNAVAILABLE' }, 503),
    async arrive(page) {
      await section(page).getByRole('button', { name: 'Try Again' }).waitFor()
      await section(page).scrollIntoViewIfNeeded()
    },
  },
]
