import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { allowFewFeatures, contentPolicyWith } from './security.ts'

test('adds sources to the default policy', () => {
  const base =
    "default-src 'self';script-src 'self';style-src 'self';worker-src 'self';manifest-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'"
  expect(contentPolicyWith({})).toBe(base)
  expect(contentPolicyWith({ imgSrc: ["'self'", 'https://x.example'] })).toBe(
    `${base};img-src 'self' https://x.example`,
  )
})

test('restricts browser features for documents and sends no such header otherwise', async () => {
  const app = Fastify()
  allowFewFeatures(app)
  app.get('/page', (_, reply) => reply.type('text/html; charset=utf-8').send('<p>'))
  app.get('/data', async () => ({}))
  const policy = (await app.inject('/page')).headers['permissions-policy']
  expect(policy).toContain('camera=(), ')
  expect(policy).toContain('payment=(self "https://js.stripe.com")')
  expect((await app.inject('/data')).headers).not.toHaveProperty('permissions-policy')
})
