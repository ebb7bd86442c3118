import { readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// See vitest.config.ts: neither the server's zone nor the browser's may matter.
const TZ = 'Asia/Kathmandu'
process.env['TZ'] = TZ

const BROWSER_NOTE = new URL('./node_modules/.fourball-browser', import.meta.url)

// Of two lists of features Chromium takes the last alone, so Playwright's own stand here too.
const WITHOUT_FEATURES = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'AimEnabled'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  // Pages of the address bar, which nobody sees: they cost as much as the journey's own.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
]

/** The browser that the setup found; Playwright's own where it has not been run. */
function browser(): { executablePath?: string } {
  try {
    return { executablePath: process.env['CHROMIUM_PATH'] || readFileSync(BROWSER_NOTE, 'utf8') }
  } catch {
    return {}
  }
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Each journey starts an app and a database of its own.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    actionTimeout: 30_000,
    browserName: 'chromium',
    timezoneId: TZ,
    locale: 'en-US',
    // A trace costs as much as the journey: ask for one with `--trace on`.
    trace: 'off',
    launchOptions: {
      ...browser(),
      args: [
        '--headless',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${WITHOUT_FEATURES.join(',')}`,
      ],
    },
  },
})
