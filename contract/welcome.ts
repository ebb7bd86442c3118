import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, email, newPassword, personName, phoneNumber, wordInAddress } from './fields.ts'

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
  /** The account's name; null while the address has no account. */
  name: z.nullable(z.string()),
  email: z.string(),
  /**
   * What using the link does:
   * - 'new-account': sets up an account with a name, a phone and a password; starts or joins the group.
   * - 'set-password': sets a new password for an account that has one.
   * - 'start-group': starts the group that waits, for an account that has a password.
   * - 'open-group': opens a group that was paid for and started automatically.
   * - 'join-group': accepts an invitation, for an account that has a password.
   */
  purpose: z.enum(['new-account', 'set-password', 'start-group', 'open-group', 'join-group']),
  /** The group that the link starts or leads to, or that the golfer is in already. */
  groupName: z.nullable(z.string()),
  /** Of an invitation: the golfer who sent it. The link can then be declined. */
  inviterName: z.nullable(z.string()),
  isInvitation: z.boolean(),
  /**
   * Of 'new-account': what the inviter, or the super admin who made the account, typed. Nothing that a
   * stranger typed on a signup form.
   */
  suggestedName: z.nullable(z.string()),
  suggestedPhone: z.nullable(z.string()),
  /** Whether using the link needs a name: the address has no account. */
  nameRequired: z.boolean(),
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
  summary:
    'Use a link from a mail, once: set up the account or its password, start or join the group, sign in',
  params: welcomeParams,
  /**
   * Of 'new-account' all count: a phone sent here is confirmed, and `textsAgreed` is the text-alert box
   * beside it. Of 'set-password' the password alone. The other links need and change nothing.
   */
  body: z.object({
    password: z.optional(newPassword),
    name: z.optional(personName()),
    phone: z.optional(phoneNumber()),
    textsAgreed: z.optional(z.boolean()),
  }),
  answer: z.object({
    sessionId: z.string(),
    /** As of a sign-in. */
    device: z.string(),
    /** Where to go: the group started or joined, or the golfer's first one; null without any. */
    slug: z.nullable(z.string()),
    /**
     * Whether text alerts are on now; 'start-needed' when only a START from the phone can turn them on,
     * 'unreachable' for a number that takes no texts, null without `textsAgreed`.
     */
    texts: z.nullable(z.enum(['on', 'start-needed', 'unreachable'])),
  }),
})

export const declineWelcome = endpoint({
  method: 'POST',
  path: '/api/auth/welcome/{token}/decline',
  summary: 'Decline the invitation that a link from a mail is for, without an account',
  params: welcomeParams,
  answer: done,
})
