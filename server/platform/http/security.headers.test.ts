import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addSecurityHeaders } from './security.ts'

test("sets Helmet's headers, and lets a route replace and remove them", async () => {
  const app = Fastify()
  addSecurityHeaders(app, { publicUrl: undefined })
  app.get('/plain', async () => ({}))
  app.get('/special', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'").removeHeader('x-frame-options')
    return {}
  })
  const plain = (await app.inject('/plain')).headers
  expect(plain).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'self';script-src 'self';/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(plain).not.toHaveProperty('strict-transport-security')
  expect(plain).not.toHaveProperty('x-powered-by')
  const special = (await app.inject('/special')).headers
  expect(special['content-security-policy']).toBe("default-src 'none'")
  expect(special).not.toHaveProperty('x-frame-options')
  expect(special).toHaveProperty('x-content-type-options', 'nosniff')
  await app.close()
})
