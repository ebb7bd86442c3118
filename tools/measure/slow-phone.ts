import { type Browser, type BrowserContext, type CDPSession, chromium } from '@playwright/test'
import config from '../../playwright.config.ts'

const CPU_SLOWDOWN = 4
const MBIT = 1_000_000 / 8
/**
 * A network with 1.6 Mbit/s and a latency of 150 ms. Throughput is in bytes per second, latency in
 * milliseconds.
 */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6 * MBIT,
  uploadThroughput: 1.6 * MBIT,
}
/** A visit ends when nothing has been requested for this long. */
const QUIET_MS = 1_500

/** The measurements of a visit. Times are in milliseconds since the visit began. */
export interface Visit {
  readonly firstPaint: number
  readonly largestPaint: number
  /** When React had attached the handlers of the awaited element. */
  readonly usable: number
  readonly shift: number
  readonly requests: readonly string[]
}

declare global {
  interface Window {
    measured: { firstPaint: number; largestPaint: number; shift: number; usable: number }
    reportUsable: (nothing: string) => void
  }
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...config.use?.launchOptions,
    args: config.use?.launchOptions?.args ?? [],
  })
}

/**
 * Opens a phone with an empty cache.
 * @param session the id of the session to store on the phone, if any
 */
export function newPhone(browser: Browser, origin: string, session?: string) {
  const localStorage = session === undefined ? [] : [{ name: 'sessionId', value: session }]
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
}

/**
 * Opens a page on a slow phone, and measures the visit until the page makes no more requests.
 * @param awaited the element that a person waits for: its selector, and the text it must contain
 */
export async function visit(
  phone: BrowserContext,
  url: string,
  awaited: { readonly selector: string; readonly text: string },
): Promise<Visit> {
  const page = await phone.newPage()
  const requests: string[] = []
  let lastRequest = Date.now()
  page.on('request', (request) => {
    lastRequest = Date.now()
    requests.push(`${request.method()} ${request.url()}`)
  })
  try {
    await page.addInitScript(observe, awaited)
    const control = await phone.newCDPSession(page)
    await control.send('Network.enable')
    await control.send('Network.emulateNetworkConditions', NETWORK)
    await slowServiceWorker(phone)
    await control.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    // Playwright's own ways to wait would compile and run code in the page while it starts.
    await control.send('Runtime.enable')
    await control.send('Runtime.addBinding', { name: 'reportUsable' })
    const usable = new Promise<void>((resolve) =>
      control.once('Runtime.bindingCalled', () => resolve()),
    )
    await page.goto(url, { waitUntil: 'commit' })
    await usable
    while (Date.now() - lastRequest < QUIET_MS) await page.waitForTimeout(100)
    const measured = await page.evaluate(() => window.measured)
    return { ...measured, requests }
  } finally {
    await page.close()
  }
}

/**
 * Opens a page and waits until the app's service worker is active. The worker has then stored everything that
 * the next visit needs.
 */
export async function installServiceWorker(phone: BrowserContext, url: string): Promise<void> {
  const page = await phone.newPage()
  await page.goto(url)
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    while (active?.state !== 'activated') await new Promise((later) => setTimeout(later, 50))
  })
  await page.close()
}

/** Slows down the service worker's network too, because the service worker fetches documents itself. */
async function slowServiceWorker(phone: BrowserContext): Promise<void> {
  if (phone.serviceWorkers().length === 0) return
  const browser = phone.browser()
  if (browser === null) return
  const control: CDPSession = await browser.newBrowserCDPSession()
  const { targetInfos } = await control.send('Target.getTargets')
  for (const { type, targetId } of targetInfos) {
    if (type !== 'service_worker') continue
    const { sessionId } = await control.send('Target.attachToTarget', { targetId })
    const conditions = { method: 'Network.emulateNetworkConditions', params: NETWORK }
    for (const [index, message] of [{ method: 'Network.enable' }, conditions].entries())
      await control.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id: index + 1, ...message }),
      })
  }
}

/** Records the measurements in `window.measured`. Runs in the page, before the page's own scripts. */
function observe({ selector, text }: { selector: string; text: string }): void {
  const measured = { firstPaint: 0, largestPaint: 0, shift: 0, usable: 0 }
  Object.assign(window, { measured })
  const watch = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({
      type,
      buffered: true,
    })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') measured.firstPaint = entry.startTime
  })
  watch('largest-contentful-paint', (entry) => {
    measured.largestPaint = entry.startTime
  })
  watch('layout-shift', (entry) => {
    measured.shift += (entry as unknown as { value: number }).value
  })
  const look = () => {
    const found = [...document.querySelectorAll(selector)].find(
      (element) =>
        element.textContent.includes(text) &&
        // React adds this property when it has attached its handlers. From then on, a tap or a submit has an
        // effect.
        Object.keys(element).some((key) => key.startsWith('__reactProps')),
    )
    if (found === undefined) requestAnimationFrame(look)
    else {
      measured.usable = performance.now()
      window.reportUsable('')
    }
  }
  requestAnimationFrame(look)
}
