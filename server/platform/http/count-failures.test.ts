// @module-tag thorough
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { freezeDate } from '../../system-tests/testing/freeze-date.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
beforeEach(async () => {
  freezeDate()
  app = await startTestApp({ env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } })
})
afterEach(() => app.close())

const BUDGET = 600

const NETWORK = '198.51.100.1'
const NEIGHBOR = '198.51.100.2'

interface Call {
  method?: 'GET' | 'POST'
  bearer?: string
  body?: string
  from?: string
}

async function send(path: string, { method = 'GET', bearer, body, from = NETWORK }: Call = {}) {
  const headers = {
    'x-forwarded-for': from,
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const answer = await app.fastify.inject({
    method,
    url: path,
    headers,
    ...(body !== undefined && { payload: body }),
  })
  return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']) }
}

async function useUpBudget(path: string, call: Call = {}): Promise<number[]> {
  const statuses = new Set<number>()
  for (let n = 0; n < BUDGET; n += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(path, call)))
    for (const { status } of answers) statuses.add(status)
  }
  return [...statuses]
}

const refusedAnswer = {
  status: 429,
  retryAfter: expect.toSatisfy((seconds) => seconds > 0 && seconds <= 60),
}

describe('refused calls of one network are counted', () => {
  test.each<[what: string, path: string, call: Call, status: number]>([
    ['without a session', '/api/auth/me', {}, 401],
    ['with a made-up session', '/api/auth/me', { bearer: 'x'.repeat(43) }, 401],
    ['to unknown paths', '/api/no-such-call', {}, 404],
    ['with bad input', '/api/auth/login', { method: 'POST', body: '{"email":1}' }, 400],
    ['with broken JSON', '/api/auth/login', { method: 'POST', body: '{' }, 400],
    ['with a guessed token', '/metrics', {}, 404],
  ])('counts calls %s', async (_, path, call, status) => {
    if (path === '/metrics') {
      await app.close()
      app = await startTestApp({
        env: { RATE_LIMIT: 'on', TRUST_PROXY: '1', HOST: '0.0.0.0' },
      })
    }
    expect(await useUpBudget(path, call)).toEqual([status])
    expect(await send(path, call)).toEqual(refusedAnswer)
    // All other calls from that network are refused too. A neighbor is not affected.
    expect(await send('/api/groups/slug/some-group/check')).toEqual(refusedAnswer)
    expect((await send(path, { ...call, from: NEIGHBOR })).status).toBe(status)
  })

  test('does not count files, screens and health checks', async () => {
    await useUpBudget('/api/no-such-call')
    expect((await send('/healthz')).status).toBe(200)
  })
})

describe('a signed-in golfer', () => {
  test('is not locked out by others on the same network', async () => {
    const golfer = await factories(app.ctx).golfer()
    expect((await send('/api/auth/me', { bearer: golfer.session })).status).toBe(200)
    await useUpBudget('/api/no-such-call')
    expect(await send('/api/no-such-call')).toEqual(refusedAnswer)
    expect((await send('/api/auth/me', { bearer: golfer.session })).status).toBe(200)
  })

  test('has a separate budget from any network', async () => {
    const golfer = await factories(app.ctx).golfer()
    await send('/api/auth/me', { bearer: golfer.session })
    const call = { method: 'POST', body: '{"course":1}', bearer: golfer.session } as const
    expect(await useUpBudget('/api/tee-times', call)).toEqual([400])
    expect(await send('/api/tee-times', { ...call, from: NEIGHBOR })).toEqual(refusedAnswer)
    expect((await send('/api/no-such-call')).status, 'the network is not charged').toBe(404)
  })

  test('counts as a visitor again after the session has ended', async () => {
    const golfer = await factories(app.ctx).golfer()
    const call = { bearer: golfer.session }
    await send('/api/auth/me', call)
    await send('/api/auth/logout', { ...call, method: 'POST' })
    expect(await useUpBudget('/api/auth/me', call)).toEqual([401])
    expect(await send('/api/auth/me', call)).toEqual(refusedAnswer)
  })
})

test('resets a used-up budget after a minute', async () => {
  await useUpBudget('/api/no-such-call')
  const { status, retryAfter } = await send('/api/no-such-call')
  expect(status).toBe(429)
  vi.setSystemTime(Date.now() + retryAfter * 1_000)
  expect((await send('/api/no-such-call')).status).toBe(404)
})

test('uses one budget for all notations of an IPv6 network, and none for invalid addresses', async () => {
  const spellings = ['2001:db8::1', '2001:0db8:0:0::1', '2001:DB8:0:0:0:0:0:2', '[2001:db8::3]:443']
  for (let n = 0; n < BUDGET; n += 1) {
    const from = spellings[n % spellings.length] ?? ''
    expect((await send('/api/no-such-call', { from })).status).toBe(404)
  }
  for (const from of spellings)
    expect(await send('/api/no-such-call', { from })).toEqual(refusedAnswer)
  for (let n = 0; n < BUDGET; n += 1) await send('/api/no-such-call', { from: `made-up-${n}` })
  expect(await send('/api/no-such-call', { from: 'made-up-too' })).toEqual(refusedAnswer)
})
