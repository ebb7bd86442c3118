import type { Page } from '@playwright/test'
import { DEMO_SLUG } from '../../tools/demo/seed-demo.ts'
import type { Cast } from './cast.ts'

/** One state of one screen, and how to come to it. */
export interface Scene {
  readonly name: string
  readonly as?: (cast: Cast) => { readonly session: string }
  readonly at: string | ((cast: Cast) => string)
  /** Before the address is opened: what the network does to it. */
  readonly before?: (page: Page) => Promise<unknown>
  /** From the opened address to the scene; resolves when it stands. */
  readonly arrive: (page: Page) => Promise<void>
}

/** Arrives once a heading stands. */
export const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).waitFor()

/** Arrives once the cards and their weather stand. */
export const cards = async (page: Page) => {
  await page.getByRole('article').first().waitFor()
  await page.getByText('Loading the forecast').first().waitFor({ state: 'detached' })
}

/** Arrives once a toast of this title stands, which then stays: toasts wait for who looks elsewhere. */
export async function toastStands(page: Page, title: string): Promise<void> {
  await page.getByText(title, { exact: true }).first().waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
}

export const member = (cast: Cast) => cast.member
export const demo = `/${DEMO_SLUG}`
