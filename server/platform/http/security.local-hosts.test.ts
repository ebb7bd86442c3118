import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../system-tests/testing/test-app.ts'
import { sendError } from './handle-errors.ts'
import { acceptOnlyLocalHosts } from './security.ts'

type Settings = Parameters<typeof acceptOnlyLocalHosts>[1]
const LOCAL: Settings = { isProduction: false, host: '127.0.0.1', publicUrl: undefined }

async function statusFor(host: string, config: Partial<Settings> = {}) {
  const app = Fastify()
  app.setErrorHandler(sendError)
  acceptOnlyLocalHosts(app, { ...LOCAL, ...config })
  app.get('/', async () => 'reached')
  const { statusCode } = await app.inject({ url: '/', headers: { host } })
  return statusCode
}

describe('local mode', () => {
  test.each([
    'localhost',
    'localhost:5000',
    'LOCALHOST:5000',
    '127.0.0.1:5000',
    '127.9.9.9',
    '[::1]:5000',
    '[::1]',
  ])('accepts the host %s', async (host) => expect(await statusFor(host)).toBe(200))

  test.each([
    'rebound.example',
    'rebound.example:5000',
    'localhost.rebound.example',
    'localhost@rebound.example',
    'rebound.example#localhost',
    '127.0.0.1.rebound.example',
    '192.168.1.7:5000',
    '[2001:db8::1]',
    '[::1',
    'localhost:5000:5000',
    ' ',
  ])('refuses the host %j', async (host) => expect(await statusFor(host)).toBe(421))

  test('also accepts the host of PUBLIC_URL', async () => {
    const config = { publicUrl: 'https://Golf.example' }
    expect(await statusFor('golf.example', config)).toBe(200)
    expect(await statusFor('other.example', config)).toBe(421)
  })

  test('accepts any IP address but no other name if other machines can connect', async () => {
    const config = { host: '0.0.0.0' }
    expect(await statusFor('192.168.1.7:5000', config)).toBe(200)
    expect(await statusFor('[2001:db8::1]:5000', config)).toBe(200)
    expect(await statusFor('rebound.example', config)).toBe(421)
  })
})

test('accepts any host in production, because a load balancer uses the IP address', async () => {
  expect(await statusFor('10.0.0.3', { isProduction: true })).toBe(200)
})

test('refuses a rebound name for every path', async () => {
  const testApp = await startTestApp()
  try {
    for (const url of ['/api/outbox', '/api/groups/slug/a-group/check', '/healthz', '/', '/x']) {
      const answer = await testApp.fastify.inject({ url, headers: { host: 'rebound.example' } })
      expect(answer.statusCode, url).toBe(421)
      expect(answer.json()).toEqual({
        code: 'WRONG_HOST',
        message: expect.stringContaining('localhost'),
      })
    }
  } finally {
    await testApp.close()
  }
})
