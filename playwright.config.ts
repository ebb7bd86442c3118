import { readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// See vitest.config.ts. Neither the server's time zone nor the browser's may matter.
const TZ = 'Asia/Kathmandu'
process.env['TZ'] = TZ

const BROWSER_NOTE = new URL('./node_modules/.fourball-browser', import.meta.url)

// Chromium uses only the last feature list it gets, so Playwright's own features are repeated here.
const WITHOUT_FEATURES = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'AimEnabled'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  // Invisible pages of the address bar, which cost as much as the journey's own pages.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
]

/** Returns the browser that the setup found, or Playwright's own if the setup hasn't run. */
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
  // Each worker starts its own app and database.
  workers: 2,
  fullyParallel: true,
  // On a busy machine, a browser can lag behind a journey's next step. A journey that passes only on its
  // second try is listed as flaky.
  retries: 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    actionTimeout: 30_000,
    browserName: 'chromium',
    timezoneId: TZ,
    locale: 'en-US',
    // A trace costs as much as the journey itself. Use `--trace on` to get one.
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
