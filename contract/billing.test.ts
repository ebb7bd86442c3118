import { expect, test } from 'vitest'
import { isPaymentPath } from './billing.ts'

test.each(['/subscribe', '/subscribe/', '/Subscribe', '/saturday-golf/subscribe', '/x/SUBSCRIBE/'])(
  '%s is where one pays',
  (path) => expect(isPaymentPath(path)).toBe(true),
)

test.each(['/', '/subscriber', '/subscribe/x', '/a/b/subscribe', '//subscribe', '/x/subscribers'])(
  '%s is not',
  (path) => expect(isPaymentPath(path)).toBe(false),
)
