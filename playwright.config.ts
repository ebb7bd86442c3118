import { readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// No test depends on the time zone of the server or the browser, so both get an unusual one.
const TZ = 'Asia/Kathmandu'
process.env['TZ'] = TZ

const BROWSER_NOTE = new URL('./node_modules/.fourball-browser', import.meta.url)

// Features to disable. Chromium uses only the last list it gets, so this one repeats Playwright's own list.
const WITHOUT_FEATURES = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'AimEnabled'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  // With these features, the address bar has invisible pages, which take as much time as the tested pages.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
]

/**
 * Returns the path in CHROMIUM_PATH, or of the browser that the setup found. If the setup hasn't run, returns
 * no path, and Playwright uses its own browser.
 */
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
  // On a busy machine, a browser can lag behind a test's next step. Playwright lists a test as flaky if it
  // passes only on its second try.
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
    // Recording a trace takes as much time as the test itself. Use `--trace on` to get one.
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
