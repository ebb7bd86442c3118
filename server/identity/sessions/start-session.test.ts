import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../platform/passwords.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

/** More password hashes than the server computes and queues at a time. */
const CONCURRENT_HASHES = 60

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Keeps the queue of password hashes full while `work` runs. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  let isBusy = true
  const hashAgain = async () => {
    while (isBusy) await hashPassword('greenside up')
  }
  const hashing = Promise.allSettled(Array.from({ length: CONCURRENT_HASHES }, hashAgain))
  try {
    return await work()
  } finally {
    isBusy = false
    await hashing
  }
}

test('refuses a sign-in without querying the database while too many passwords are queued', async () => {
  const { email } = await factories(app.ctx).golfer({ password: 'fairway' })
  const credentials = { email, password: 'fairway' }
  const statementCount = app.statements.length
  const answer = await whileBusy(() => app.phone().post('/api/auth/login', credentials))
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(answer.headers.get('retry-after')).toBe('3')
  expect(app.statements.slice(statementCount)).toEqual([])
  expect((await app.phone().post('/api/auth/login', credentials)).status).toBe(200)
})
