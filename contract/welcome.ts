import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, email, newPassword, wordInAddress } from './fields.ts'

export const forgotPasswordForm = z.object({ email })

/** Tells nobody whether an address has an account. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Send a link to set a new password to this address, if it has an account',
  body: forgotPasswordForm,
  answer: done,
})

/** A link in a mail; what is no token is simply no link. */
const welcomeParams = z.object({
  token: wordInAddress,
})

export const welcomeLink = z.object({
  name: z.string(),
  email: z.string(),
  /**
   * 'start-group': the account has a password, and the link starts the group that waits for it;
   * 'open-group': that group was paid for and has started by itself.
   */
  purpose: z.enum(['set-password', 'start-group', 'open-group']),
  /** The group that the link starts or leads to, or that the golfer is in already. */
  groupName: z.nullable(z.string()),
})
export type WelcomeLink = z.output<typeof welcomeLink>

export const readWelcome = endpoint({
  method: 'GET',
  path: '/api/auth/welcome/{token}',
  summary: 'What a link from a mail is for; the link stays unused',
  params: welcomeParams,
  answer: welcomeLink,
})

export const setPasswordForm = z.object({ password: newPassword })

export const useWelcome = endpoint({
  method: 'POST',
  path: '/api/auth/welcome/{token}',
  summary: 'Use a link from a mail, once: set the password, start the group that waits, sign in',
  params: welcomeParams,
  /** A link to a group needs none, and changes none. */
  body: z.object({ password: z.optional(newPassword) }),
  answer: z.object({
    sessionId: z.string(),
    /** As of a sign-in. */
    device: z.string(),
    /** Where to go: the group started, or the golfer's first one; null without any. */
    slug: z.nullable(z.string()),
  }),
})
