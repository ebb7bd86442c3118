import type { Page } from '@playwright/test'
import { DEMO_SLUG } from '../../tools/demo/seed-demo.ts'
import type { Cast } from './cast.ts'

export interface Look {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
}

/** A phone and a desk, by day and by night. */
export const LOOKS: readonly Look[] = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
)

/** What the console may say in a scene: the answers that it fakes. */
export const EXPECTED_IN_SCENES = /status of 503/

/** One state of one screen, and how to come to it. */
export interface Scene {
  readonly name: string
  readonly as?: (cast: Cast) => { readonly session: string }
  readonly at: string | ((cast: Cast) => string)
  /** Before the address is opened: what the network does to it. */
  readonly before?: (page: Page) => Promise<unknown>
  /** Passes by itself: it has to be shown anew for each look at it. */
  readonly fleeting?: true
  /** From the opened address to the scene; resolves when it stands. */
  readonly arrive: (page: Page) => Promise<void>
}

const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).waitFor()

const cards = async (page: Page) => {
  await page.getByRole('article').first().waitFor()
  await page.getByText('Loading the forecast').first().waitFor({ state: 'detached' })
}

const member = (cast: Cast) => cast.member
const demo = `/${DEMO_SLUG}`

async function openPostDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create New Tee Time' }).click()
  await page.getByRole('dialog', { name: 'Post Tee Time' }).waitFor()
}

/** Every screen, in every state that looks different. */
export const SCENES: readonly Scene[] = [
  { name: 'landing', at: '/', arrive: heading('Fourball') },
  { name: 'login', at: '/login', arrive: heading('Fourball') },
  {
    name: 'login-errors',
    at: demo,
    async arrive(page) {
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByText('Password is required').waitFor()
    },
  },
  {
    name: 'login-failed',
    fleeting: true,
    at: '/login',
    async arrive(page) {
      await page.getByLabel('Email').fill('nobody@demo.fourball')
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByText('Login Failed', { exact: true }).first().waitFor()
    },
  },
  { name: 'super-admin-login', at: '/super-admin-login', arrive: heading('Super Admin') },
  { name: 'group-home', as: ({ claimer }) => claimer, at: demo, arrive: cards },
  {
    name: 'group-empty',
    as: ({ empty }) => empty.owner,
    at: ({ empty }) => `/${empty.slug}`,
    arrive: heading('No Tee Times'),
  },
  {
    name: 'group-loading',
    as: member,
    at: demo,
    before: (page) => page.route(/\/api\/groups\/slug\/[^/]+(\/tee-times)?$/, () => undefined),
    arrive: (page) => page.getByTestId('tee-time-skeleton').first().waitFor(),
  },
  {
    name: 'group-failing',
    as: member,
    at: demo,
    before: (page) =>
      page.route('**/tee-times', (route) => route.fulfill({ status: 503, json: {} })),
    arrive: heading("The tee times can't be shown"),
  },
  {
    name: 'weather-unavailable',
    as: member,
    at: demo,
    before: (page) =>
      page.route('**/api/weather?*', (route) => route.fulfill({ status: 404, json: {} })),
    arrive: cards,
  },
  { name: 'post-dialog', as: member, at: demo, arrive: openPostDialog },
  {
    name: 'post-dialog-errors',
    as: member,
    at: demo,
    async arrive(page) {
      await openPostDialog(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Post Tee Time' }).click()
      await page.getByText('Course is required').waitFor()
    },
  },
  {
    name: 'date-picker',
    as: member,
    at: demo,
    async arrive(page) {
      await openPostDialog(page)
      await page.getByRole('button', { name: /^Date/ }).click()
      await page.getByRole('grid').waitFor()
    },
  },
  {
    name: 'cancel-dialog',
    as: member,
    at: demo,
    async arrive(page) {
      await page.getByRole('button', { name: 'Cancel' }).first().click()
      await page.getByRole('dialog', { name: 'Cancel this tee time?' }).waitFor()
    },
  },
  {
    name: 'toast',
    fleeting: true,
    as: ({ empty }) => empty.owner,
    at: ({ empty }) => `/${empty.slug}/profile`,
    // The session stays for the other scenes.
    before: (page) => page.route('**/logout', (route) => route.fulfill({ json: {} })),
    async arrive(page) {
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.getByText('Logged Out', { exact: true }).first().waitFor()
      await page.getByLabel('Email').waitFor()
    },
  },
  {
    name: 'members',
    as: member,
    at: `${demo}/members`,
    arrive: (page) => page.getByText('Theo Lindqvist').waitFor(),
  },
  {
    name: 'members-loading',
    as: member,
    at: `${demo}/members`,
    before: (page) => page.route('**/members-with-roles', () => undefined),
    arrive: heading('Group Members'),
  },
  {
    name: 'members-failing',
    as: member,
    at: `${demo}/members`,
    before: (page) =>
      page.route('**/members-with-roles', (route) => route.fulfill({ status: 503, json: {} })),
    arrive: heading("The members can't be shown"),
  },
  { name: 'profile', as: member, at: `${demo}/profile`, arrive: heading('Morgan Reid') },
  {
    name: 'phone-edit',
    as: member,
    at: `${demo}/profile`,
    async arrive(page) {
      await page.getByRole('button', { name: 'Edit phone' }).click()
      await page.getByLabel('Phone number').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Phone number is required').waitFor()
    },
  },
  {
    name: 'change-password',
    as: member,
    at: `${demo}/profile`,
    async arrive(page) {
      await page.getByRole('button', { name: 'Change Password' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change Password' })
      await dialog.getByRole('button', { name: 'Change Password' }).click()
      await page.getByText('Current password is required').waitFor()
    },
  },
  {
    name: 'dashboard',
    as: member,
    at: '/dashboard',
    arrive: (page) => page.getByText('Saturday Morning Golf').waitFor(),
  },
  {
    name: 'dashboard-empty',
    as: ({ loner }) => loner,
    at: '/dashboard',
    arrive: heading('No Groups Yet'),
  },
  { name: 'group-not-found', at: '/no-such-group', arrive: heading('Golf Group Not Found') },
  { name: 'page-not-found', at: '/www', arrive: heading('Page Not Found') },
  {
    name: 'not-a-member',
    as: ({ loner }) => loner,
    at: demo,
    arrive: heading("You're not a member of this group"),
  },
  {
    name: 'group-paused',
    as: member,
    at: demo,
    before: (page) =>
      page.route(/\/api\/groups\/slug\/[^/]+$/, (route) =>
        route.fulfill({ status: 403, json: { message: 'Paused', code: 'GROUP_INACTIVE' } }),
      ),
    arrive: heading('This group is paused'),
  },
  {
    name: 'long-names',
    as: ({ long }) => long.owner,
    at: ({ long }) => `/${long.slug}`,
    arrive: cards,
  },
  {
    name: 'long-names-members',
    as: ({ long }) => long.owner,
    at: ({ long }) => `/${long.slug}/members`,
    arrive: (page) => page.getByText('Bo Li').waitFor(),
  },
  {
    name: 'long-names-profile',
    as: ({ long }) => long.owner,
    at: ({ long }) => `/${long.slug}/profile`,
    arrive: (page) => page.getByText('The Honourable Company').waitFor(),
  },
]

/** What a browser of this golfer's keeps; of nobody's, when left out. */
export function signedInAs(golfer: { readonly session: string } | undefined, origin: string) {
  const localStorage = golfer ? [{ name: 'sessionId', value: golfer.session }] : []
  return { cookies: [], origins: [{ origin, localStorage }] }
}

/** Goes to a scene on a page that is already the right golfer's. */
export async function show(page: Page, scene: Scene, cast: Cast): Promise<void> {
  await page.unrouteAll()
  await scene.before?.(page)
  await page.goto(typeof scene.at === 'string' ? scene.at : scene.at(cast))
  await scene.arrive(page)
  await page.evaluate(() => document.fonts.ready)
}
