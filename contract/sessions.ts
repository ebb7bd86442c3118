import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, email, id, instant, password } from './fields.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './limits.ts'
import { signInCode } from './sign-in-codes.ts'

/** The signed-in golfer, as that golfer alone sees it. */
export const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Confirmed in the golfer's own session. An unconfirmed number gets no texts and cannot act. */
  phoneConfirmed: z.boolean(),
  isSuperAdmin: z.boolean(),
  createdAt: instant,
  /**
   * Of a super admin, about this session: 'set-up' and 'enter' come before anything else; 'off' is
   * possible in local mode alone.
   */
  signInCode: z.optional(z.enum(['off', 'on', 'enter', 'set-up'])),
})
export type User = z.output<typeof user>

export const loginForm = z.object({ email, password: password(1, 'Password is required') })

export const superAdminLoginForm = z.object({
  email: z.email('Please enter a valid email').check(z.maxLength(254, 'At most 254 characters')),
  password: password(1, 'Password is required'),
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

/** What the web app adds to email and password. */
const signInExtras = {
  /** Of an account that has one; without it the answer is SIGN_IN_CODE_REQUIRED. */
  code: z.optional(signInCode),
  /** What an earlier sign-in on this device answered. */
  device: z.optional(z.string().check(z.maxLength(200))),
}

const loginAnswer = z.object({
  sessionId: z.string(),
  /** Kept by the browser and sent along next time: others' guesses do not delay a known device. */
  device: z.string(),
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in with email and password',
  body: z.extend(loginForm, signInExtras),
  answer: loginAnswer,
})

export const superAdminLogin = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  summary: 'Sign in as a super admin',
  body: z.extend(superAdminLoginForm, signInExtras),
  answer: loginAnswer,
})

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in golfer',
  answer: user,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session',
  answer: done,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change my password and end my other sessions',
  body: changePasswordForm,
  answer: done,
})

/** A place where I am signed in. */
export const openSession = z.object({
  /** 'Chrome on Android', as far as it can be told. */
  device: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  isCurrent: z.boolean(),
})
export type OpenSession = z.output<typeof openSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: "Where I'm signed in, this session first, then by last use",
  answer: z.array(openSession),
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'End all my sessions but this one',
  answer: z.extend(done, { ended: z.int() }),
})
