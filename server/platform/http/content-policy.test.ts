import { expect, test } from 'vitest'
import { contentPolicyWith } from './content-policy.ts'

test("the house's policy stays, and more is added", () => {
  const house =
    "default-src 'self';worker-src 'self';manifest-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'"
  expect(contentPolicyWith({})).toBe(house)
  expect(contentPolicyWith({ imgSrc: ["'self'", 'https://x.example'] })).toBe(
    `${house};img-src 'self' https://x.example`,
  )
})
