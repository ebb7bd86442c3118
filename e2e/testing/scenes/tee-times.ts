import type { Page } from '@playwright/test'
import {
  demoOwner,
  demoPath,
  type Scene,
  waitForCards,
  waitForHeading,
  waitForToast,
} from '../scene.ts'
import { cardOf, dateIn, openDetails, pickDate } from '../screen-parts.ts'

async function openPostDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create New Tee Time' }).click()
  await page.getByRole('dialog', { name: 'Post Tee Time' }).waitFor()
}

/** Fakes the refusal of an edit, as if another tab had saved first. */
const fakeConflict = (page: Page) =>
  page.route('**/api/tee-times/*', async (route) => {
    const answer = await page.request.get(`/api/groups/slug${demoPath}/tee-times`, {
      headers: { authorization: (await route.request().headerValue('authorization')) ?? '' },
    })
    const list: { id: number; version: number }[] = await answer.json()
    const card = list.find(({ id }) => route.request().url().endsWith(`/${id}`))
    const teeTime = { ...card, time: '13:40', notes: 'Back nine first.', version: 99 }
    await route.fulfill({ status: 409, json: { message: 'Changed', code: 'OUT_OF_DATE', teeTime } })
  })

/**
 * Fakes the response to posting or leaving: returns the last card of the list, without players. Nothing
 * changes on the server.
 */
const fakeSuccess = (page: Page) =>
  page.route(/\/api\/tee-times(\/\d+\/unclaim)?$/, async (route) => {
    const answer = await page.request.get(`/api/groups/slug${demoPath}/tee-times`, {
      headers: { authorization: (await route.request().headerValue('authorization')) ?? '' },
    })
    const list: { maxPlayers: number }[] = await answer.json()
    const card = list.at(-1)
    await route.fulfill({
      json: { ...card, version: 99, participants: [], availableSpots: card?.maxPlayers },
    })
  })

const fakeOverlap = (page: Page) =>
  page.route(/\/api\/tee-times(\/\d+\/claim)?$/, (route) =>
    route.fulfill({
      status: 409,
      json: {
        message: "You're already playing then",
        code: 'OVERLAPS',
        overlap: {
          teeTimeId: 1,
          groupId: 2_000_000_000,
          groupName: 'Sunday Swingers',
          course: 'Priddis Greens',
          date: dateIn(3),
          time: '09:00',
        },
      },
    }),
  )

export const teeTimeScenes: readonly Scene[] = [
  {
    name: 'group-home',
    isFast: true,
    as: ({ demoMember }) => demoMember,
    at: demoPath,
    arrive: (page) => page.locator('article:has([data-forecast])').first().waitFor(),
  },
  {
    name: 'card-details',
    isFast: true,
    as: ({ demoMember }) => demoMember,
    at: demoPath,
    async arrive(page) {
      await waitForCards(page)
      await openDetails(page.getByRole('article', { name: /^Kananaskis/ }))
      await openDetails(page.locator('article[data-full]').first())
      await waitForCards(page)
    },
  },
  {
    name: 'group-as-super-admin',
    as: ({ superAdmin }) => superAdmin,
    at: demoPath,
    arrive: (page) => page.getByText("You're viewing this group as a super admin.").waitFor(),
  },
  {
    name: 'group-empty',
    as: ({ emptyGroup }) => emptyGroup.owner,
    at: ({ emptyGroup }) => `/${emptyGroup.slug}`,
    arrive: waitForHeading('Get Your Group Going'),
  },
  {
    name: 'group-loading',
    as: demoOwner,
    at: demoPath,
    before: (page) => page.route(/\/api\/groups\/slug\/[^/]+(\/tee-times)?$/, () => undefined),
    // The shell has a skeleton too, but `getByRole` finds only the app's <main>.
    arrive: (page) => page.getByRole('main').getByTestId('tee-time-skeleton').first().waitFor(),
  },
  {
    name: 'group-failing',
    as: demoOwner,
    at: demoPath,
    before: (page) =>
      page.route('**/tee-times', (route) => route.fulfill({ status: 503, json: {} })),
    arrive: waitForHeading("We couldn't load the tee times"),
  },
  {
    name: 'weather-unavailable',
    as: demoOwner,
    at: demoPath,
    before: (page) =>
      page.route('**/api/weather?*', (route) => route.fulfill({ status: 404, json: {} })),
    async arrive(page) {
      await openDetails(page.getByRole('article').first())
      await page.getByText('Weather data unavailable').waitFor()
    },
  },
  { name: 'post-dialog', isFast: true, as: demoOwner, at: demoPath, arrive: openPostDialog },
  {
    name: 'post-dialog-errors',
    as: demoOwner,
    at: demoPath,
    async arrive(page) {
      await openPostDialog(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Post Tee Time' }).click()
      await page.getByText('Course is required').waitFor()
    },
  },
  {
    name: 'post-dialog-suggestions',
    as: demoOwner,
    at: demoPath,
    async arrive(page) {
      await openPostDialog(page)
      await page.getByRole('button', { name: 'Tomorrow' }).click()
      const course = page.getByRole('dialog').getByLabel('Course', { exact: true })
      await course.fill('la')
      await page.locator('.suggestion').first().waitFor()
      await course.press('ArrowDown')
    },
  },
  {
    name: 'post-dialog-draft',
    as: demoOwner,
    at: demoPath,
    async arrive(page) {
      await openPostDialog(page)
      await page.getByRole('dialog').getByLabel('Course', { exact: true }).fill('Inglewood')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await openPostDialog(page)
      await page.getByText('We kept what you typed').waitFor()
    },
  },
  {
    name: 'post-overlaps',
    as: demoOwner,
    at: demoPath,
    before: fakeOverlap,
    async arrive(page) {
      await openPostDialog(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Course', { exact: true }).fill('Confederation Park')
      await pickDate(page, dateIn(3))
      await dialog.getByLabel('Time', { exact: true }).fill('10:00')
      await dialog.getByRole('button', { name: 'Post Tee Time' }).click()
      await dialog.getByRole('button', { name: 'Post Anyway' }).waitFor()
    },
  },
  {
    name: 'tee-time-posted',
    as: demoOwner,
    at: demoPath,
    before: fakeSuccess,
    async arrive(page) {
      await openPostDialog(page)
      const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
      await dialog.getByLabel('Course', { exact: true }).fill('Lakeview')
      await pickDate(page, dateIn(3))
      await dialog.getByLabel('Time', { exact: true }).fill('09:00')
      await dialog.getByRole('button', { name: 'Post Tee Time' }).click()
      await waitForToast(page, 'Tee Time Posted!')
      // Wait until the list has scrolled to the new card.
      const posted = await page.locator('[data-marked]').elementHandle()
      await posted?.waitForElementState('stable')
    },
  },
  {
    name: 'spot-released',
    as: demoOwner,
    at: demoPath,
    before: fakeSuccess,
    async arrive(page) {
      await page.getByRole('button', { name: 'Leave Spot' }).first().click()
      await waitForToast(page, 'Spot Released!')
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  {
    name: 'claim-overlaps',
    as: ({ demoMember }) => demoMember,
    at: demoPath,
    before: fakeOverlap,
    async arrive(page) {
      await waitForCards(page)
      await page.getByRole('button', { name: 'Claim Spot' }).first().click()
      await page.getByRole('button', { name: 'Claim Anyway' }).waitFor()
    },
  },
  {
    name: 'date-picker',
    as: demoOwner,
    at: demoPath,
    async arrive(page) {
      await openPostDialog(page)
      await page.getByRole('button', { name: /^Date/ }).click()
      await page.getByRole('grid').waitFor()
    },
  },
  {
    name: 'cancel-dialog',
    as: demoOwner,
    at: demoPath,
    async arrive(page) {
      await page.getByRole('button', { name: 'Cancel' }).first().click()
      await page.getByRole('dialog', { name: 'Cancel this tee time?' }).waitFor()
    },
  },
  {
    name: 'edit-refused',
    as: demoOwner,
    at: demoPath,
    before: fakeConflict,
    async arrive(page) {
      await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
      await page.getByRole('combobox', { name: 'Course' }).fill('Confederation Park')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('This tee time has changed').waitFor()
    },
  },
  {
    name: 'card-linked',
    as: demoOwner,
    at: `${demoPath}?t=2`,
    arrive: (page) => page.locator('.tee-time[data-marked]').waitFor(),
  },
  {
    name: 'card-not-there',
    as: demoOwner,
    at: `${demoPath}?t=999`,
    arrive: (page) => page.getByText('Tee time #999 has passed or was cancelled.').waitFor(),
  },
  {
    name: 'waiting-lists',
    isFast: true,
    as: ({ waitingListGroup }) => waitingListGroup.waitingGolfer,
    at: ({ waitingListGroup }) => `/${waitingListGroup.slug}`,
    async arrive(page) {
      await waitForCards(page)
      await page.getByText("We're offering you a spot until").waitFor()
      await page.getByText('3 waiting').click()
    },
  },
  {
    name: 'leave-with-guests',
    as: ({ waitingListGroup }) => waitingListGroup.owner,
    at: ({ waitingListGroup }) => `/${waitingListGroup.slug}`,
    async arrive(page) {
      await waitForCards(page)
      await cardOf(page, 'Maple Ridge').getByRole('button', { name: 'Leave Spot' }).click()
      await page.getByText('Dave will lose their spot too.').waitFor()
    },
  },
  {
    name: 'guests-and-holds',
    as: ({ waitingListGroup }) => waitingListGroup.owner,
    at: ({ waitingListGroup }) => `/${waitingListGroup.slug}`,
    async arrive(page) {
      await waitForCards(page)
      const card = cardOf(page, 'Maple Ridge')
      await openDetails(card)
      await card.getByRole('button', { name: 'Guests and Reserved Spots' }).click()
      await page.getByLabel('For', { exact: true }).selectOption('Someone else')
    },
  },
  {
    name: 'cut-off-near',
    as: ({ cutOffGroup }) => cutOffGroup.owner,
    at: ({ cutOffGroup }) => `/${cutOffGroup.slug}`,
    arrive: waitForCards,
  },
  {
    name: 'cut-off-past-all-reserved',
    as: ({ cutOffGroup }) => cutOffGroup.owner,
    at: ({ cutOffGroup }) => `/${cutOffGroup.slug}`,
    async arrive(page) {
      await waitForCards(page)
      await cardOf(page, 'Maple Ridge').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'leave-after-cut-off',
    as: ({ cutOffGroup }) => cutOffGroup.player,
    at: ({ cutOffGroup }) => `/${cutOffGroup.slug}`,
    async arrive(page) {
      await waitForCards(page)
      await page.getByRole('button', { name: 'Leave Spot' }).first().click()
      await page.getByText('If you leave, you may have to pay for this spot').waitFor()
    },
  },
  {
    name: 'long-names',
    isFast: true,
    as: ({ longNamesGroup }) => longNamesGroup.owner,
    at: ({ longNamesGroup }) => `/${longNamesGroup.slug}`,
    arrive: waitForCards,
  },
]
