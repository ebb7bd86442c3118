import { expect, test } from 'vitest'
import { stripePolicyOf } from './choose-payments.ts'

test("allows exactly Stripe's hosts on payment pages", () => {
  const policy = stripePolicyOf('/saturday-golf/subscribe') ?? ''
  expect(stripePolicyOf('/subscribe')).toBe(policy)
  const foreignHosts = policy.match(/https?:[^ ;]+|\*[^ ;]*/g) ?? []
  expect(new Set(foreignHosts)).toEqual(
    new Set([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
      'https://api.stripe.com',
      'https://*.stripe.com',
    ]),
  )
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe/)
})

test.each(['/', '/login', '/saturday-golf', '/saturday-golf/profile', '/purchase'])(
  "keeps %s closed to Stripe's hosts",
  (path) => expect(stripePolicyOf(path)).toBeUndefined(),
)
