import type { Page } from '@playwright/test'
import { demoOwner, demoPath, type Scene, waitForHeading } from '../scene.ts'

const profilePath = `${demoPath}/profile`
const DAY_MS = 86_400_000

const fakeStatus = (days: number, subscriptionStatus: string | null) => (page: Page) =>
  page.route(/\/api\/groups\/slug\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const expiryDate = new Date(Date.now() + days * DAY_MS).toISOString()
    const group = { ...(await response.json()), expiryDate, subscriptionStatus }
    await route.fulfill({ response, json: group })
  })

const sessionOn = (device: string, days: number, isCurrent = false) => {
  const lastSeenAt = new Date(Date.now() - days * DAY_MS).toISOString()
  return { device, createdAt: lastSeenAt, lastSeenAt, isCurrent }
}

async function openDialog(page: Page, button: string, title: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog', { name: title }).waitFor()
}

export const golferScenes: readonly Scene[] = [
  {
    name: 'profile',
    isFast: true,
    as: ({ demoMember }) => demoMember,
    at: profilePath,
    arrive: (page) => page.getByRole('button', { name: 'Delete my account' }).waitFor(),
  },
  {
    name: 'profile-without-group',
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: '/profile',
    arrive: (page) => page.getByText('No group yet').waitFor(),
  },
  {
    name: 'profile-trial',
    as: demoOwner,
    at: profilePath,
    before: fakeStatus(20, null),
    arrive: (page) => page.getByText(/^Trial expires/).waitFor(),
  },
  {
    name: 'profile-expired',
    as: demoOwner,
    at: profilePath,
    before: fakeStatus(-20, null),
    arrive: (page) => page.getByText(/^Trial expired/).waitFor(),
  },
  {
    name: 'profile-paid',
    as: demoOwner,
    at: profilePath,
    before: fakeStatus(20, 'active'),
    arrive: waitForHeading('Active Subscription'),
  },
  {
    name: 'profile-super-admin',
    as: ({ superAdmin }) => superAdmin,
    at: profilePath,
    arrive: (page) => page.getByText('Manage Golf Groups').waitFor(),
  },
  {
    name: 'phone-edit',
    as: demoOwner,
    at: profilePath,
    async arrive(page) {
      await page.getByRole('button', { name: 'Edit phone' }).click()
      await page.getByLabel('Phone Number').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Phone number is required').waitFor()
    },
  },
  {
    name: 'signed-in-places',
    as: demoOwner,
    at: profilePath,
    before: (page) =>
      page.route('**/api/auth/sessions', (route) =>
        route.fulfill({
          json: [
            sessionOn('Safari on iPhone', 0, true),
            sessionOn('Chrome on Windows', 1),
            sessionOn('Samsung Internet on Android', 12),
            sessionOn('Unknown device', 25),
          ],
        }),
      ),
    async arrive(page) {
      await openDialog(page, "Where I'm signed in", "Where I'm signed in")
      await page.getByText('This device', { exact: true }).waitFor()
    },
  },
  {
    name: 'delete-account',
    as: ({ demoMember }) => demoMember,
    at: profilePath,
    async arrive(page) {
      await openDialog(page, 'Delete my account', 'Delete my account?')
      await page.getByRole('button', { name: 'Delete Account' }).click()
      await page.getByText('Password is required').waitFor()
    },
  },
  {
    name: 'delete-account-refused',
    as: ({ longNamesGroup }) => longNamesGroup.owner,
    at: ({ longNamesGroup }) => `/${longNamesGroup.slug}/profile`,
    arrive: (page) => openDialog(page, 'Delete my account', "Your account can't be deleted yet"),
  },
  {
    name: 'common-password',
    as: demoOwner,
    at: profilePath,
    async arrive(page) {
      await openDialog(page, 'Change Password', 'Change Password')
      await page.getByLabel('New Password', { exact: true }).fill('password')
      await page.getByText('This password is common').waitFor()
    },
  },
  {
    name: 'long-names-profile',
    as: ({ longNamesGroup }) => longNamesGroup.owner,
    at: ({ longNamesGroup }) => `/${longNamesGroup.slug}/profile`,
    before: (page) =>
      page.route('**/api/my-groups', async (route) => {
        const response = await route.fetch()
        const [group] = (await response.json()) as { readonly id: number }[]
        const anotherGroup = { ...group, id: 0, slug: 'another', name: 'Twilight', isActive: false }
        await route.fulfill({ response, json: [group, anotherGroup] })
      }),
    arrive: (page) => page.getByText('Twilight').waitFor(),
  },
]
