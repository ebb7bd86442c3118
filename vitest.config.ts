import { defineConfig } from 'vitest/config'

// A time zone with an odd offset and no daylight saving time, far from any golfer, exposes code that depends
// on the machine's time zone. `env` sets it for tests, `process.env` for code that runs before them.
const TZ = 'Asia/Kathmandu'
process.env['TZ'] = TZ

const shared = {
  environment: 'node' as const,
  env: { TZ },
  setupFiles: ['tools/testing/strict-tests.ts'],
  // The limits are long, so that no test fails just because the machine is slow.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
  unstubGlobals: true,
  unstubEnvs: true,
  restoreMocks: true,
  // A worker loads the code once for all its test files.
  isolate: false,
}

export default defineConfig({
  test: {
    maxWorkers: 3,
    // `npm test` leaves out the tests with this tag, and `npm run test:thorough` runs them. A comment with
    // `@module-tag` and the tag's name tags a whole file.
    tags: [
      { name: 'thorough', description: 'Thorough but slow: many rounds, crashes, clock walks' },
    ],
    projects: [
      {
        test: {
          ...shared,
          name: 'web',
          include: ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['server/**/*.test.ts'],
          // Starts a throwaway PostgreSQL, or uses the server in DATABASE_URL. Each test file has its own database.
          globalSetup: ['server/system-tests/testing/global-setup.ts'],
        },
      },
    ],
  },
})
