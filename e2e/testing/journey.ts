import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { type Cast, castOf } from './cast.ts'
import { type House, openHouse } from './house.ts'
import { signedInAs } from './scenes.ts'
import { Watch } from './watch.ts'

export interface PhoneOptions extends BrowserContextOptions {
  /** Who is signed in on it; nobody if omitted. */
  readonly as?: { readonly session: string } | undefined
  /** The URL that it opens. */
  readonly at?: string
}

export interface Phones {
  /** Opens a separate phone, which shares only the server with the others. */
  open(options?: PhoneOptions): Promise<Page>
  /** Ignores an error or console line that this journey causes on purpose. */
  tolerate(problem: RegExp): void
}

/**
 * A journey through the real app. It fails on any uncaught error, console error or warning, violation
 * of the content security policy, or request to another origin, on any of its phones, and on any error
 * that the server logs.
 */
export const test = base.extend<{ phones: Phones }, { house: House; cast: Cast }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const house = await openHouse()
      await use(house)
      await house.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  cast: [async ({ house }, use) => use(await castOf(house)), { scope: 'worker' }],

  phones: async ({ browser, house }, use) => {
    const watch = new Watch(house.server.url)
    const printedBefore = house.server.output().length
    const close: (() => Promise<void>)[] = []
    await use({
      tolerate: (problem) => watch.tolerate(problem),
      async open({ as, at, ...options } = {}) {
        const origin = house.server.url
        const context = await browser.newContext({
          viewport: { width: 390, height: 844 },
          hasTouch: true,
          ...options,
          baseURL: origin,
          storageState: signedInAs(as, origin),
        })
        close.push(() => context.close())
        await watch.over(context)
        // As in a browser without service workers: one that blocks them logs a warning for each.
        if (options.serviceWorkers !== 'allow') await context.addInitScript(hideServiceWorkers)
        const page = await context.newPage()
        if (at !== undefined) await page.goto(at)
        return page
      },
    })
    const problems = watch.problems()
    const printed = house.server.output().slice(printedBefore)
    for (const end of close) await end()
    Object.assign(house.weather.modes, { search: 'ok', forecast: 'ok' })
    expect(problems, 'what a phone complained of').toEqual([])
    expect(printed, 'what the server logged').not.toMatch(/"level":[56]0/)
  },
})

/** Hides service workers, so that offline copies don't answer for the app in other journeys. */
function hideServiceWorkers(): void {
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })
}

export { expect }
