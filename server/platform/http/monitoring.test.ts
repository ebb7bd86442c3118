import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { addJob } from '../jobs/store.ts'

const TOKEN = 'prometheus-reads-this-0123456789'
const PRODUCTION = {
  NODE_ENV: 'production',
  RATE_LIMIT: 'on',
  PUBLIC_URL: 'https://golf.example',
  SUPER_ADMIN_EMAIL: 'keeper@golf.example',
  SUPER_ADMIN_PASSWORD: 'Maple-Thunder-42-Birdie',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'teetimes@golf.example',
}

let testApp: TestApp

beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

async function fetchMetrics(of = testApp): Promise<string> {
  const answer = await fetch(`${of.url}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return answer.text()
}

describe('metrics', () => {
  test('describe the process and count responses by route and status class, without names', async () => {
    const { group, golfer } = factories(testApp.ctx)
    const { slug, owner } = await group({ owner: await golfer({ name: 'Nadia Nameless' }) })
    const phone = testApp.phone(owner.session)
    await phone.get(`/api/groups/slug/${slug}`)
    await testApp.phone().get(`/api/groups/slug/${slug}`)
    await phone.get('/api/super-admin/stats')
    await phone.get('/nowhere/to-be-found')
    const text = await fetchMetrics()
    for (const line of [
      /^process_cpu_seconds_total /m,
      /^nodejs_eventloop_lag_seconds /m,
      /^fourball_database_connections\{state="idle"\} \d+$/m,
      /^fourball_database_waiting 0$/m,
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/groups\/slug\/:slug",status="2xx"\} 1$/m,
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/groups\/slug\/:slug",status="4xx"\} 1$/m,
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/super-admin\/stats",status="4xx"\} 1$/m,
      /^http_request_duration_seconds_count\{method="GET",route="web",status="\dxx"\} 1$/m,
    ]) {
      expect(text).toMatch(line)
    }
    for (const secret of [slug, owner.name, owner.email, 'nowhere']) {
      expect(text).not.toContain(secret)
    }
  })

  test('count queued jobs by task and state', async () => {
    const { db } = testApp.ctx
    await addJob(db, 'unknown_task', {}, { key: 'a' })
    await addJob(db, 'unknown_task', {}, { key: 'b', runAt: new Date(Date.now() + 60_000) })
    for (const [key, attempts] of Object.entries({ c: 1, d: 25 })) {
      await addJob(db, 'unknown_task', {}, { key })
      await db.$client.query(
        'update graphile_worker._private_jobs set attempts = $2 where key = $1',
        [key, attempts],
      )
    }
    const text = await fetchMetrics()
    for (const state of ['due', 'later', 'retrying', 'failed']) {
      expect(text).toContain(`fourball_jobs{task="unknown_task",state="${state}"} 1`)
    }
    expect(text).toMatch(/^fourball_jobs_oldest_due_seconds \d/m)
  })
})

describe('access to metrics', () => {
  const get = (of: TestApp, authorization?: string) =>
    fetch(`${of.url}/metrics`, { headers: { ...(authorization && { authorization }) } })

  test.each([
    ['production', PRODUCTION],
    ['an app that others can connect to', { HOST: '0.0.0.0', RATE_LIMIT: 'on' }],
  ])('is refused without a token in %s', async (_, env) => {
    const app = await startTestApp({ env })
    try {
      expect((await get(app)).status).toBe(404)
      expect((await get(app, `Bearer ${TOKEN}`)).status).toBe(404)
    } finally {
      await app.close()
    }
  })

  test('is granted by the token and never by a session', async () => {
    const app = await startTestApp({ env: { ...PRODUCTION, METRICS_TOKEN: TOKEN } })
    try {
      const { session } = await factories(app.ctx).golfer({ isSuperAdmin: true })
      for (const wrong of [undefined, TOKEN, `Bearer ${TOKEN}x`, `Bearer ${session}`]) {
        expect((await get(app, wrong)).status).toBe(401)
      }
      expect((await get(app, `Bearer ${TOKEN}`)).status).toBe(200)
    } finally {
      await app.close()
    }
  })
})
