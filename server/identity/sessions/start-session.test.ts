import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../platform/passwords.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

/** More passwords than can be hashed and queued at a time. */
const OTHERS = 60

let it: TestApp
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())

/** Keeps the queue of password hashes full while `work` runs. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  let isBusy = true
  const hashAgain = async () => {
    while (isBusy) await hashPassword('greenside up')
  }
  const others = Promise.allSettled(Array.from({ length: OTHERS }, hashAgain))
  try {
    return await work()
  } finally {
    isBusy = false
    await others
  }
}

test('refuses a sign-in without querying the database while too many passwords are queued', async () => {
  const { email } = await factories(it.ctx).golfer({ password: 'fairway' })
  const credentials = { email, password: 'fairway' }
  const from = it.statements.length
  const answer = await whileBusy(() => it.phone().post('/api/auth/login', credentials))
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(answer.headers.get('retry-after')).toBe('3')
  expect(it.statements.slice(from)).toEqual([])
  expect((await it.phone().post('/api/auth/login', credentials)).status).toBe(200)
})
