import { defineConfig } from 'vitest/config'

// A zone with an odd offset and no summer time, far from any golfer: code that leans on the zone of
// the machine it runs on shows itself. Set here too, for what runs before the first test.
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
    projects: [
      {
        test: {
          ...shared,
          name: 'house',
          include: ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['server/**/*.test.ts'],
          // The app is loaded once for all files of a worker: each has a database of its own.
          isolate: false,
          // A throwaway PostgreSQL, or the server that DATABASE_URL names.
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
    ],
  },
})
