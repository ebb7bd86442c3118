import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import config from '../../playwright.config.ts'

export interface OpenBrowser {
  /** Where it takes commands. */
  readonly port: number
  /** Puts a value into the storage of a site, in the profile that all its pages share. */
  store(address: string, name: string, value: string): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the browser of the journeys by itself: what Playwright has started, Lighthouse cannot trace.
 * @throws Error when the browser ends before it takes commands
 */
export async function openBrowser(): Promise<OpenBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'fourball-browser-'))
  const { executablePath = chromium.executablePath(), args = [] } = config.use?.launchOptions ?? {}
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
    // Its helpers may still be writing.
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    const port = await portOf(browser)
    return {
      port,
      close,
      async store(address, name, value) {
        const remote = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
        const page = await remote.contexts()[0]?.newPage()
        await page?.goto(address)
        await page?.evaluate(
          ([key = '', text = '']) => localStorage.setItem(key, text),
          [name, value],
        )
        await page?.close()
        await remote.close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function portOf(browser: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    browser.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, port] = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said) ?? []
      if (port !== undefined) resolve(Number(port))
    })
    browser.once('error', reject)
    browser.once('exit', (code) => reject(new Error(`The browser ended with ${code}:\n${said}`)))
  })
}
