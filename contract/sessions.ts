import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, id, instant, messageBody, password } from './fields.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './limits.ts'

/** Six digits from an authenticator app (RFC 6238), or a recovery code. Spaces are ignored. */
const signInCode = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter the code'), z.maxLength(60, 'This code is too long'))

export const signInCodeForm = z.object({ code: signInCode })

export const RECOVERY_CODE_COUNT = 10

export const setUpSignInCode = endpoint('POST', '/api/auth/sign-in-code/set-up', {
  summary: 'Start setting up a sign-in code, or replacing it, which needs a current code',
  body: z.object({ code: z.optional(signInCode) }),
  response: z.object({
    /** In base32, for typing into an authenticator app. */
    secret: z.string(),
    /** The secret as an otpauth:// URL, for a QR code. */
    address: z.string(),
  }),
})

export const confirmSignInCode = endpoint('POST', '/api/auth/sign-in-code/confirm', {
  summary: 'Turn on the new sign-in code with one of its codes; other sessions end',
  body: signInCodeForm,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const enterSignInCode = endpoint('POST', '/api/auth/sign-in-code/enter', {
  summary: 'Enter the sign-in code in a session that a link opened',
  body: signInCodeForm,
})

export const removeSignInCode = endpoint('DELETE', '/api/auth/sign-in-code', {
  summary: 'Turn off the sign-in code with a current code',
  body: signInCodeForm,
})

export const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** An unconfirmed number gets no alerts and cannot send commands. */
  phoneConfirmed: z.boolean(),
  isSuperAdmin: z.boolean(),
  createdAt: instant,
  /**
   * Only for super admins. 'set-up': they must first set up a sign-in code. 'enter': they must first enter
   * the code in this session. 'off' is possible only in local mode.
   */
  signInCode: z.optional(z.enum(['off', 'on', 'enter', 'set-up'])),
})
export type User = z.output<typeof user>

export const loginForm = z.object({ email, password: password(1, 'Password is required') })

export const superAdminLoginForm = z.extend(loginForm, {
  email: z
    .email('Please enter a valid email')
    .check(z.maxLength(254, 'Use at most 254 characters')),
})

export const changePasswordForm = z
  .object({
    currentPassword: password(1, 'Current password is required'),
    newPassword: password(
      MIN_PASSWORD_LENGTH,
      `New password must be at least ${MIN_PASSWORD_LENGTH} characters`,
    ),
    confirmPassword: z
      .string()
      .check(
        z.minLength(1, 'Please confirm your new password'),
        z.maxLength(MAX_PASSWORD_LENGTH, "Passwords don't match"),
      ),
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      message: "Passwords don't match",
      path: ['confirmPassword'],
    }),
  )

const signInExtras = {
  /** Required if the account has a sign-in code. Without it, the response is 401 SIGN_IN_CODE_REQUIRED. */
  code: z.optional(signInCode),
  /** The `device` from the response to an earlier sign-in on this device. */
  device: z.optional(z.string().check(z.maxLength(200))),
}

export const loginResponse = z.object({
  sessionId: z.string(),
  /** If the browser sends this with its next sign-in, other people's wrong guesses don't delay it. */
  device: z.string(),
})

export const login = endpoint('POST', '/api/auth/login', {
  summary: 'Sign in with email and password',
  body: z.extend(loginForm, signInExtras),
  response: loginResponse,
})

export const superAdminLogin = endpoint('POST', '/api/admin/login', {
  summary: 'Sign in as a super admin',
  body: z.extend(superAdminLoginForm, signInExtras),
  response: loginResponse,
})

export const readCurrentUser = endpoint('GET', '/api/auth/me', {
  summary: 'The signed-in golfer',
  response: user,
})

export const logout = endpoint('POST', '/api/auth/logout', {
  summary: 'End this session',
})

export const changePassword = endpoint('POST', '/api/auth/change-password', {
  summary: 'Change my password and end my other sessions',
  body: changePasswordForm,
})

export const openSession = z.object({
  /** Such as 'Chrome on Android', or 'Unknown device'. */
  device: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  isCurrent: z.boolean(),
})
export type OpenSession = z.output<typeof openSession>

export const listSessions = endpoint('GET', '/api/auth/sessions', {
  summary: 'My sessions, this one first, then by last use',
  response: z.array(openSession),
})

export const endOtherSessions = endpoint('DELETE', '/api/auth/sessions', {
  summary: 'End all my other sessions',
  response: z.extend(messageBody, { ended: z.int() }),
})

/** All nodes count failed sign-ins together. */
export const SIGN_IN_LIMITS = {
  /** The first wait is one second. Each further failure doubles the wait. */
  failuresBeforeWait: 5,
  /** Allows 96 guesses a day, but never locks an account permanently. */
  maxWaitSeconds: 900,
  /** If sign-ins to this many accounts fail from a network within an hour, the network must wait. */
  maxAccounts: 20,
} as const
