import type { Page } from '@playwright/test'
import { demoOwner, demoPath, type Scene, waitForHeading } from '../scene.ts'

const fakeExpiry = (days: number) => (page: Page) =>
  page.route(/\/api\/groups\/slug\/[^/]+$/, async (route) => {
    const answer = await route.fetch()
    const expiryDate = new Date(Date.now() + (days - 0.5) * 86_400_000).toISOString()
    await route.fulfill({ json: { ...(await answer.json()), expiryDate } })
  })

const waitForText = (text: string | RegExp) => (page: Page) => page.getByText(text).waitFor()

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Group Settings' }).click()
  await page.getByRole('dialog', { name: 'Group Settings' }).waitFor()
}

export const groupScenes: readonly Scene[] = [
  {
    name: 'group-not-found',
    at: '/no-such-group',
    arrive: waitForHeading('Golf Group Not Found'),
  },
  {
    name: 'not-a-member',
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: demoPath,
    arrive: waitForHeading("You're not a member of this group"),
  },
  {
    name: 'group-paused',
    as: demoOwner,
    at: demoPath,
    before: (page) =>
      page.route(/\/api\/groups\/slug\/[^/]+$/, (route) =>
        route.fulfill({ status: 403, json: { message: 'Turned off', code: 'GROUP_INACTIVE' } }),
      ),
    arrive: waitForHeading('This group is turned off'),
  },
  {
    name: 'group-expired',
    as: ({ demoMember }) => demoMember,
    at: demoPath,
    before: fakeExpiry(-3),
    arrive: waitForText(/^No one can post tee times or claim spots until/),
  },
  {
    name: 'create-group',
    isFast: true,
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: '/create-group',
    async arrive(page) {
      await page.getByLabel('Group Name').fill('Saturday Sandbaggers')
      await page.getByText('/saturday-sandbaggers is available.').waitFor()
    },
  },
  {
    name: 'create-group-taken',
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: '/create-group',
    async arrive(page) {
      await page.getByLabel('Group Name').fill('Tuesday Twilight')
      await page.getByRole('button', { name: 'URL Not Available' }).waitFor()
    },
  },
  {
    name: 'create-group-errors',
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: '/create-group',
    async arrive(page) {
      await page.getByLabel('Custom URL').fill('app')
      await page.getByRole('button', { name: 'Create Golf Group' }).click()
      await page.getByText('Group name is required').waitFor()
    },
  },
  {
    name: 'group-settings',
    isFast: true,
    as: demoOwner,
    at: `${demoPath}/members`,
    arrive: openSettings,
  },
  {
    name: 'weather-watch',
    as: demoOwner,
    at: `${demoPath}/members`,
    async arrive(page) {
      await openSettings(page)
      await page.getByText('Weather Watch', { exact: true }).click()
      await page.getByRole('button', { name: 'Save Weather Watch' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'group-settings-alone',
    as: ({ emptyGroup }) => emptyGroup.owner,
    at: ({ emptyGroup }) => `/${emptyGroup.slug}/members`,
    async arrive(page) {
      await openSettings(page)
      await page.getByRole('button', { name: 'No Eligible Members' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'transfer-ownership',
    as: ({ longNamesGroup }) => longNamesGroup.owner,
    at: ({ longNamesGroup }) => `/${longNamesGroup.slug}/members`,
    async arrive(page) {
      await openSettings(page)
      await page.getByLabel('New Owner').selectOption({ index: 3 })
      await page.getByRole('button', { name: 'Transfer Ownership' }).click()
      await page.getByText("You can't undo this.").waitFor()
    },
  },
  {
    name: 'trial-banner',
    as: demoOwner,
    at: demoPath,
    before: fakeExpiry(30),
    arrive: waitForText('Trial expires in 30 days'),
  },
  {
    name: 'trial-warning',
    as: ({ emptyGroup }) => emptyGroup.owner,
    at: ({ emptyGroup }) => `/${emptyGroup.slug}`,
    before: fakeExpiry(3),
    arrive: waitForText('Trial expires in 3 days'),
  },
  {
    name: 'trial-over',
    as: demoOwner,
    at: demoPath,
    before: fakeExpiry(0),
    arrive: waitForText('Trial expires in 0 days'),
  },
  {
    name: 'trial-over-member',
    as: ({ demoMember }) => demoMember,
    at: demoPath,
    before: fakeExpiry(-10),
    arrive: waitForText(/^No one can post tee times or claim spots until/),
  },
]
