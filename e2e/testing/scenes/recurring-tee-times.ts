import type { Page } from '@playwright/test'
import { demoOwner, demoPath, type Scene, waitForCards } from '../scene.ts'

const API_PATTERN = '**/api/groups/*/standing-times'
const nextDates = (dates: readonly string[]) =>
  dates.map((date, index) => ({
    date,
    time: '08:12',
    postedAt: `2026-05-${16 + 7 * index}T14:12:00.000Z`,
    skipped: index === 1,
  }))

const recurring = {
  id: 1,
  creator: { id: 1, name: 'Vera Moon' },
  course: 'Shaganappi Point',
  time: '08:12',
  everyWeeks: 1,
  daysAhead: 7,
  maxPlayers: 4,
  cancelHours: 24,
  notes: 'Walking, brisk pace.\nLoser buys lunch.\nBring cash for the skins.',
  joinAsPlayer: true,
  nextDates: nextDates(['2026-05-23', '2026-05-30', '2026-06-06']),
  ended: null,
}

const fakeRecurringTeeTimes = (page: Page) =>
  page.route(API_PATTERN, async (route) => {
    const answer = await route.fetch({ url: new URL('/api/auth/me', page.url()).href })
    const me: { id: number; name: string } = await answer.json()
    const anotherGolfer = {
      id: me.id + 100_000,
      name: 'Maximiliana Featherstonehaugh-Cholmondeley',
    }
    await route.fulfill({
      json: [
        { ...recurring, creator: me },
        {
          ...recurring,
          id: 2,
          creator: anotherGolfer,
          course: 'Llanfairpwllgwyngyllgogerychwyrndrobwll',
        },
        {
          ...recurring,
          id: 3,
          creator: anotherGolfer,
          nextDates: [],
          ended: { at: '2026-05-20T12:00:00.000Z', by: null },
        },
      ],
    })
  })

const openButton = (page: Page) => page.getByRole('button', { name: 'Recurring Tee Times (3)' })

export const recurringTeeTimeScenes: readonly Scene[] = [
  {
    name: 'recurring-tee-times',
    as: demoOwner,
    at: demoPath,
    before: fakeRecurringTeeTimes,
    async arrive(page) {
      await waitForCards(page)
      await openButton(page).click()
      const dialog = page.getByRole('dialog', { name: 'Recurring Tee Times' })
      await dialog.getByRole('button', { name: 'End It' }).first().click()
      await dialog.getByText("You can't undo this").waitFor()
    },
  },
  {
    name: 'post-dialog-repeat',
    as: demoOwner,
    at: demoPath,
    before: fakeRecurringTeeTimes,
    async arrive(page) {
      await waitForCards(page)
      await openButton(page).waitFor()
      await page.getByRole('button', { name: 'Create New Tee Time' }).click()
      await page.getByLabel('Repeat').selectOption('Every 2 weeks')
      await page.getByLabel('Days in Advance', { exact: true }).scrollIntoViewIfNeeded()
    },
  },
]
