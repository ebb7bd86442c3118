import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done } from './fields.ts'

/** Six digits from an authenticator app (RFC 6238), or a recovery code. Spacing does not matter. */
export const signInCode = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter the code'), z.maxLength(60, 'This code is too long'))

export const signInCodeForm = z.object({ code: signInCode })

/** How many recovery codes come with a sign-in code; each works once. */
export const RECOVERY_CODES = 10

export const setUpSignInCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-code/set-up',
  summary: 'Start setting up a sign-in code, or replacing it, which needs a current code',
  body: z.object({ code: z.optional(signInCode) }),
  answer: z.object({
    /** In base32, for typing it into an authenticator app. */
    secret: z.string(),
    /** The same as an otpauth:// address, for a QR code. */
    address: z.string(),
  }),
})

export const confirmSignInCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-code/confirm',
  summary: 'Turn on the new sign-in code with one of its codes; other sessions end',
  body: signInCodeForm,
  answer: z.object({
    /** Shown only once. */
    recoveryCodes: z.array(z.string()),
  }),
})

export const enterSignInCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-code/enter',
  summary: 'Enter the sign-in code in a session that a link opened',
  body: signInCodeForm,
  answer: done,
})

export const removeSignInCode = endpoint({
  method: 'DELETE',
  path: '/api/auth/sign-in-code',
  summary: 'Turn off the sign-in code with a current code',
  body: signInCodeForm,
  answer: done,
})
