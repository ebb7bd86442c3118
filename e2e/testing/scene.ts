import type { Page } from '@playwright/test'
import { DEMO_SLUG } from '../../tools/demo/seed-demo.ts'
import type { Cast } from './test-groups.ts'

/** One state of a screen, and how a test gets there. */
export interface Scene {
  readonly name: string
  /**
   * Whether `npm test` checks this scene, because it is the usual state of a main screen. The thorough tests
   * check all scenes.
   */
  readonly isFast?: true
  readonly as?: (cast: Cast) => { readonly session: string }
  readonly at: string | ((cast: Cast) => string)
  readonly before?: (page: Page) => Promise<unknown>
  /** Goes from the opened page to the scene. Resolves when the scene is ready. */
  readonly arrive: (page: Page) => Promise<void>
}

export const waitForHeading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).waitFor()

/** Waits until the cards and the weather on cards with open details have loaded. */
export const waitForCards = async (page: Page) => {
  await page.getByRole('article').first().waitFor()
  await page.getByText('Loading the forecast').first().waitFor({ state: 'detached' })
}

/** Waits until a toast with this title is visible, then blurs the window so that the toast stays. */
export async function waitForToast(page: Page, title: string): Promise<void> {
  await page.getByText(title, { exact: true }).first().waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
}

export const demoOwner = (cast: Cast) => cast.demoOwner
export const demoPath = `/${DEMO_SLUG}`
