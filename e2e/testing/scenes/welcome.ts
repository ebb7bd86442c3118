import type { Page } from '@playwright/test'
import type { WelcomeLink } from '../../../contract/welcome.ts'
import { type Scene, waitForHeading } from '../scene.ts'

const LONG_GROUP = 'The Honourable Company of Early Risers and Walkers'

const fakeLink = (link: Partial<WelcomeLink>) => (page: Page) =>
  page.route('**/api/auth/welcome/*', (route) =>
    route.fulfill({
      json: {
        name: null,
        email: 'morgan.reid@club.example',
        isInvitation: false,
        inviterName: null,
        suggestedName: null,
        suggestedPhone: null,
        nameRequired: false,
        nextOpen: null,
        ...link,
      },
    }),
  )

async function openForgotPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('morgan.reid@club.example')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  await page.getByRole('dialog', { name: 'Forgot Password?' }).waitFor()
}

export const welcomeScenes: readonly Scene[] = [
  {
    name: 'welcome-set-password',
    isFast: true,
    at: '/welcome/some-link',
    before: fakeLink({
      purpose: 'set-password',
      name: 'Morgan Reid',
      groupName: 'Saturday Morning Golf',
    }),
    async arrive(page) {
      await page.getByLabel('New Password').fill('golf')
      await page.getByRole('button', { name: 'Set Password' }).click()
      await page.getByText('Password must be at least 6 characters').waitFor()
    },
  },
  {
    name: 'welcome-start-group',
    at: '/welcome/some-link',
    before: fakeLink({ purpose: 'start-group', name: 'Morgan Reid', groupName: LONG_GROUP }),
    arrive: waitForHeading(LONG_GROUP),
  },
  {
    name: 'welcome-open-group',
    at: '/welcome/some-link',
    before: fakeLink({ purpose: 'open-group', name: 'Morgan Reid', groupName: LONG_GROUP }),
    arrive: waitForHeading(LONG_GROUP),
  },
  {
    name: 'welcome-new-owner',
    at: '/welcome/some-link',
    before: fakeLink({ purpose: 'new-account', nameRequired: true, groupName: LONG_GROUP }),
    arrive: (page) => page.getByRole('button', { name: 'Start the Group' }).waitFor(),
  },
  {
    name: 'welcome-dead-link-signed-in',
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: '/welcome/some-link',
    arrive: (page) => page.getByRole('link', { name: 'Go to My Golf' }).waitFor(),
  },
  {
    name: 'welcome-dead-link',
    at: '/welcome/some-link',
    arrive: waitForHeading('This link no longer works'),
  },
  { name: 'forgot-password', at: '/login', arrive: openForgotPassword },
  {
    name: 'forgot-password-sent',
    at: '/login',
    before: (page) => page.route('**/forgot-password', (route) => route.fulfill({ json: {} })),
    async arrive(page) {
      await openForgotPassword(page)
      await page.getByRole('button', { name: 'Send Link' }).click()
      await page.getByRole('dialog', { name: 'Check Your Email' }).waitFor()
    },
  },
]
