import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from './devtools.ts'

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
/** A visit ends when the awaited element is usable and nothing has been requested for this long. */
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

async function openPage({ browser, browserContextId, script }: Phone, more = '') {
  const blank = { url: 'about:blank', browserContextId }
  const { targetId } = await browser.send('Target.createTarget', blank)
  const page = await browser.attach(targetId)
  const screen = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true }
  await page.send('Emulation.setDeviceMetricsOverride', screen)
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.send('Page.enable')
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script + more })
  return { page, close: () => browser.send('Target.closeTarget', { targetId }) }
}

/**
 * Opens a page on a slow phone, and measures the visit until the page makes no more requests.
 * @param awaited the element that a person waits for: its selector, and the text it must contain
 */
export async function visit(
  phone: Phone,
  url: string,
  awaited: { readonly selector: string; readonly text: string },
): Promise<Visit> {
  const observing = `(${observe})(${JSON.stringify(awaited)})`
  const { page, close } = await openPage(phone, observing)
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
      // Evaluate this only now, because evaluating compiles and runs code in the page.
      const { result } = await page.send('Runtime.evaluate', {
        expression: 'window.measured',
        returnByValue: true,
      })
      if (result.value.usable > 0) return { ...result.value, requests }
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
    else measured.usable = performance.now()
  }
  requestAnimationFrame(look)
}
