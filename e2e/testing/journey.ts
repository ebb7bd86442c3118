import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { storageStateOf } from './scenes.ts'
import { type Cast, createCast } from './test-groups.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { logViolations, Watch } from './watch.ts'

export interface PhoneOptions extends BrowserContextOptions {
  /** The golfer who is signed in on the phone; nobody if omitted. */
  readonly as?: { readonly session: string } | undefined
  readonly at?: string
}

export interface Phones {
  /** Opens a new phone, which shares nothing but the server with the other phones. */
  open(options?: PhoneOptions): Promise<Page>
  /**
   * Opens a page on a phone that this worker reuses, after replacing everything that the phone has stored.
   * Faster than `open`. Only one such page is open at a time.
   */
  reopen(as: PhoneOptions['as']): Promise<Page>
  /** Ignores problems that this journey causes on purpose: those that match the pattern. */
  tolerate(problem: RegExp): void
}

/**
 * A journey through the real app. It fails if any of its phones has an uncaught error, a console error or
 * warning, a violation of the content security policy, or a request to another origin. It also fails if the
 * server logs an error.
 */
export const test = base.extend<
  { phones: Phones },
  { testServer: TestServer; cast: Cast; reusedPhone: { context?: BrowserContext } }
>({
  testServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const testServer = await startTestServer()
      await use(testServer)
      await testServer.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  cast: [async ({ testServer }, use) => use(await createCast(testServer)), { scope: 'worker' }],

  reusedPhone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const reused: { context?: BrowserContext } = {}
      await use(reused)
      await reused.context?.close()
    },
    { scope: 'worker' },
  ],

  phones: async ({ browser, testServer, reusedPhone }, use) => {
    const origin = testServer.server.url
    const watch = new Watch(origin)
    const outputLengthBefore = testServer.server.output().length
    const cleanups: (() => unknown)[] = []
    const newContext = async (options: BrowserContextOptions) => {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        ...options,
        baseURL: origin,
      })
      await context.addInitScript(logViolations)
      // Hide service workers. Blocking them with Playwright's option would cause warnings in the console.
      if (options.serviceWorkers !== 'allow') await context.addInitScript(hideServiceWorkers)
      return context
    }
    await use({
      tolerate: (problem) => watch.tolerate(problem),
      async open({ as, at, ...options } = {}) {
        const context = await newContext({ ...options, storageState: storageStateOf(as, origin) })
        cleanups.push(() => context.close())
        watch.record(context)
        const page = await context.newPage()
        if (at !== undefined) await page.goto(at)
        return page
      },
      async reopen(as) {
        // Reduce motion, because the color of an element can't be measured while it is fading in.
        reusedPhone.context ??= await newContext({ reducedMotion: 'reduce' })
        const { context } = reusedPhone
        await context.setStorageState(storageStateOf(as, origin))
        const unwatch = watch.record(context)
        const page = await context.newPage()
        cleanups.push(async () => {
          unwatch()
          await page.close()
        })
        return page
      },
    })
    const problems = watch.problems()
    const newOutput = testServer.server.output().slice(outputLengthBefore)
    for (const cleanup of cleanups) await cleanup()
    Object.assign(testServer.weather.modes, { search: 'ok', forecast: 'ok' })
    expect(problems, 'what a phone complained of').toEqual([])
    expect(newOutput, 'what the server logged').not.toMatch(/"level":[56]0/)
  },
})

/** Hides service workers in journeys that do not test them, so that the app's files come from the server. */
function hideServiceWorkers(): void {
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })
}

export { expect }
