import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import config from '../../playwright.config.ts'

export interface OpenBrowser {
  /** The port for remote debugging. */
  readonly port: number
  close(): Promise<void>
}

/** An item that a site's local storage contains when the browser opens. */
export interface StoredItem {
  /** The URL of any page of the site. */
  readonly url: string
  readonly name: string
  readonly value: string
}

/**
 * Starts the end-to-end tests' browser with a new profile. Doesn't use Playwright: if Playwright is or was
 * connected to a browser, Lighthouse doesn't see when a page is painted.
 * @throws Error if the browser exits before it accepts commands
 */
export async function openBrowser(storedItem?: StoredItem): Promise<OpenBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'fourball-browser-'))
  const { executablePath = chromium.executablePath(), args = [] } = config.use?.launchOptions ?? {}
  if (storedItem !== undefined) await storeItem(profile, storedItem)
  const browser = spawn(
    executablePath,
    [...args, `--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const close = async () => {
    if (browser.exitCode === null && browser.signalCode === null) {
      const exit = once(browser, 'exit')
      browser.kill()
      await exit
    }
    // Retry, because the browser's child processes can still be writing files.
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    return { port: await waitForPort(browser), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function storeItem(profile: string, { url, name, value }: StoredItem): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, config.use?.launchOptions)
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.evaluate(([key = '', text = '']) => localStorage.setItem(key, text), [name, value])
  } finally {
    await context.close()
  }
}

function waitForPort(browser: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let errorOutput = ''
    browser.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput += text
      const [, port] = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(errorOutput) ?? []
      if (port !== undefined) resolve(Number(port))
    })
    browser.once('error', reject)
    browser.once('exit', (code) =>
      reject(new Error(`The browser exited with code ${code}:\n${errorOutput}`)),
    )
  })
}
