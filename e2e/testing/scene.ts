import type { Page } from '@playwright/test'
import { DEMO_SLUG } from '../../tools/demo/seed-demo.ts'
import type { Cast } from './test-groups.ts'

/** One state of one screen, and how to get there. */
export interface Scene {
  readonly name: string
  /** Whether `npm test` looks at it: the usual state of a main screen. The thorough tests see all scenes. */
  readonly isFast?: true
  readonly as?: (cast: Cast) => { readonly session: string }
  readonly at: string | ((cast: Cast) => string)
  /** Runs before the URL is opened, to change what the network does. */
  readonly before?: (page: Page) => Promise<unknown>
  /** Goes from the opened page to the scene. Resolves when the scene is ready. */
  readonly arrive: (page: Page) => Promise<void>
}

/** Arrives once a heading is visible. */
export const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).waitFor()

/** Arrives once the cards, and the weather of those with open details, have loaded. */
export const cards = async (page: Page) => {
  await page.getByRole('article').first().waitFor()
  await page.getByText('Loading the forecast').first().waitFor({ state: 'detached' })
}

/** Arrives once a toast with this title is visible, and keeps it: toasts stay while the window is blurred. */
export async function toastShown(page: Page, title: string): Promise<void> {
  await page.getByText(title, { exact: true }).first().waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
}

export const member = (cast: Cast) => cast.member
export const demo = `/${DEMO_SLUG}`
