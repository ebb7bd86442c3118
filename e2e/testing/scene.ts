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
  /** Passes by itself: it has to be shown anew for each look at it. */
  readonly fleeting?: true
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

export const member = (cast: Cast) => cast.member
export const demo = `/${DEMO_SLUG}`
