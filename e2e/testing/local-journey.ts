import { test as base } from './journey.ts'
import { startLocalTestServer, type TestServer } from './test-server.ts'

/**
 * A journey in local mode, as on a first `npm start`: with texts from simulated phones, and with an outbox
 * that is open to anyone on this machine. All test files for local mode use this `test`, so that they share a
 * worker's app.
 */
export const test = base.extend<object, { testServer: TestServer }>({
  testServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const testServer = await startLocalTestServer()
      await use(testServer)
      await testServer.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

export { expect } from './journey.ts'
