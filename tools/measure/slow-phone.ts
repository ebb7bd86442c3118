import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from './devtools.ts'

const CPU_SLOWDOWN = 4
const MBIT_IN_BYTES = 1_000_000 / 8
/**
 * A network with a latency of 150 ms and a throughput of 1.6 Mbit/s. The browser expects milliseconds, and
 * bytes per second.
 */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6 * MBIT_IN_BYTES,
  uploadThroughput: 1.6 * MBIT_IN_BYTES,
}
/** A visit ends when the awaited element is usable and the page has requested nothing for this long. */
const QUIET_MS = 1_500

/** The measurements of a visit. Times are in milliseconds since the visit began. */
export interface Visit {
  readonly firstPaint: number
  readonly largestPaint: number
  /** When React had attached its event handlers to the awaited element. */
  readonly usableAt: number
  readonly layoutShift: number
  readonly requests: readonly string[]
}

declare global {
  interface Window {
    measured: { firstPaint: number; largestPaint: number; layoutShift: number; usableAt: number }
  }
}

/** A phone with its own cache and storage. */
export interface Phone {
  readonly browser: Session
  readonly browserContextId: string
  /** A script that runs in each page before the page's own scripts. */
  readonly script: string
}

/**
 * Opens a phone with an empty cache.
 * @param session the id of the session to store on the phone, if any
 */
export async function newPhone(browser: Session, session?: string): Promise<Phone> {
  const { browserContextId } = await browser.send('Target.createBrowserContext')
  const id = JSON.stringify(session)
  const script =
    session === undefined
      ? ''
      : `localStorage.getItem('sessionId') ?? localStorage.setItem('sessionId', ${id});`
  return { browser, browserContextId, script }
}

export async function closePhone({ browser, browserContextId }: Phone): Promise<void> {
  await browser.send('Target.disposeBrowserContext', { browserContextId })
}

async function openPage({ browser, browserContextId, script }: Phone, extraScript = '') {
  const blank = { url: 'about:blank', browserContextId }
  const { targetId } = await browser.send('Target.createTarget', blank)
  const page = await browser.attach(targetId)
  const screen = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true }
  await page.send('Emulation.setDeviceMetricsOverride', screen)
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.send('Page.enable')
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script + extraScript })
  return { page, close: () => browser.send('Target.closeTarget', { targetId }) }
}

/**
 * Opens a page on a slow phone, and measures the visit until the page makes no more requests.
 * @param awaitedElement the element that a person waits for: its selector, and the text it must contain
 */
export async function visit(
  phone: Phone,
  url: string,
  awaitedElement: { readonly selector: string; readonly text: string },
): Promise<Visit> {
  const observeScript = `(${observe})(${JSON.stringify(awaitedElement)})`
  const { page, close } = await openPage(phone, observeScript)
  try {
    const requests: string[] = []
    let lastRequest = Date.now()
    page.on(
      'Network.requestWillBeSent',
      ({ request }: { request: { method: string; url: string } }) => {
        lastRequest = Date.now()
        requests.push(`${request.method} ${request.url}`)
      },
    )
    await page.send('Network.enable')
    await page.send('Network.emulateNetworkConditions', NETWORK)
    await slowDownServiceWorker(phone)
    await page.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.send('Page.navigate', { url })
    for (;;) {
      while (Date.now() - lastRequest < QUIET_MS) await sleep(100)
      // Don't read the measurements earlier, because that would run code in the page during the visit.
      const { result } = await page.send('Runtime.evaluate', {
        expression: 'window.measured',
        returnByValue: true,
      })
      if (result.value.usableAt > 0) return { ...result.value, requests }
      lastRequest = Date.now()
    }
  } finally {
    await close()
  }
}

/**
 * Opens a page and waits until the app's service worker is active. By then, the service worker has stored
 * everything that the next visit needs.
 */
export async function installServiceWorker(phone: Phone, url: string): Promise<void> {
  const { page, close } = await openPage(phone)
  await page.send('Page.navigate', { url })
  await page.send('Runtime.evaluate', {
    expression: `(${async () => {
      const { active } = await navigator.serviceWorker.ready
      while (active?.state !== 'activated') await new Promise((later) => setTimeout(later, 50))
    }})()`,
    awaitPromise: true,
  })
  await close()
}

/**
 * Slows down the service worker's network. The page's settings don't affect what the service worker fetches.
 */
async function slowDownServiceWorker({ browser, browserContextId }: Phone): Promise<void> {
  const { targetInfos } = await browser.send('Target.getTargets')
  for (const target of targetInfos) {
    if (target.type !== 'service_worker' || target.browserContextId !== browserContextId) continue
    const worker = await browser.attach(target.targetId)
    await worker.send('Network.enable')
    await worker.send('Network.emulateNetworkConditions', NETWORK)
  }
}

/** Records the measurements in `window.measured`. Runs in the page, before the page's own scripts. */
function observe({ selector, text }: { selector: string; text: string }): void {
  const measured = { firstPaint: 0, largestPaint: 0, layoutShift: 0, usableAt: 0 }
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
    measured.layoutShift += (entry as unknown as { value: number }).value
  })
  const checkElement = () => {
    const usableElement = [...document.querySelectorAll(selector)].find(
      (element) =>
        element.textContent.includes(text) &&
        // React adds this property when it has attached its event handlers. From then on, a tap or a submit
        // has an effect.
        Object.keys(element).some((key) => key.startsWith('__reactProps')),
    )
    if (usableElement === undefined) requestAnimationFrame(checkElement)
    else measured.usableAt = performance.now()
  }
  requestAnimationFrame(checkElement)
}
