import { defineConfig } from 'vitest/config'

// A zone with an odd offset and no daylight saving time, far from any golfer, exposes code that depends
// on the machine's zone. It is also set here, for code that runs before the first test.
const TZ = 'Asia/Kathmandu'
process.env['TZ'] = TZ

const shared = {
  environment: 'node' as const,
  env: { TZ },
  setupFiles: ['tools/testing/strict-tests.ts'],
  // Generous on purpose: on a slow machine a test is slow, not wrong.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
  unstubGlobals: true,
  unstubEnvs: true,
  restoreMocks: true,
}

export default defineConfig({
  test: {
    maxWorkers: 3,
    // `npm test` leaves these out, and `npm run test:thorough` runs them alone. A comment with
    // `@module-tag` and its name tags a whole file.
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
          // A worker loads the app once for all its test files. Each file has its own database.
          isolate: false,
          // A throwaway PostgreSQL, or the server that DATABASE_URL names.
          globalSetup: ['server/system-tests/testing/global-setup.ts'],
        },
      },
    ],
  },
})
