import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, id, localDate, localTime, newPassword, personName, phoneNumber } from './fields.ts'
import { loginResponse } from './sessions.ts'

export const forgotPasswordForm = z.object({ email })

/** The response never reveals whether an address has an account. */
export const forgotPassword = endpoint('POST', '/api/auth/forgot-password', {
  summary: 'Email a link for setting a new password to this address, if it has an account',
  body: forgotPasswordForm,
})

export const nextOpenTeeTime = z.object({
  id,
  course: z.string(),
  date: localDate,
  time: localTime,
  openSpots: z.int(),
})
export type NextOpenTeeTime = z.output<typeof nextOpenTeeTime>

export const readWelcome = endpoint('GET', '/api/auth/welcome/{token}', {
  summary: 'What an emailed link is for; this does not use up the link',
  response: z.object({
    name: z.nullable(z.string()),
    email: z.string(),
    /**
     * What the link does:
     * - 'new-account': sets up an account with a name, a phone and a password; starts or joins the group.
     * - 'set-password': sets a new password for an account that has one.
     * - 'start-group': starts the group of a signup, for an account that has a password.
     * - 'open-group': opens a group that was already paid for and started.
     * - 'join-group': accepts an invitation, for an account that has a password.
     */
    purpose: z.enum(['new-account', 'set-password', 'start-group', 'open-group', 'join-group']),
    groupName: z.nullable(z.string()),
    /** Null for a link without an invitation, and if the inviter's account was deleted. */
    inviterName: z.nullable(z.string()),
    isInvitation: z.boolean(),
    /** For 'new-account': typed by the inviter or a super admin, never by a stranger in a signup form. */
    suggestedName: z.nullable(z.string()),
    suggestedPhone: z.nullable(z.string()),
    nameRequired: z.boolean(),
    /** Only for an invitation with 'new-account'. */
    nextOpen: z.nullable(nextOpenTeeTime),
  }),
})
export type WelcomeLink = z.output<typeof readWelcome.response>

export const setPasswordForm = z.object({ password: newPassword })

export const redeemWelcomeLink = endpoint('POST', '/api/auth/welcome/{token}', {
  summary:
    'Use an emailed link, which works once: set up the account or its password, start or join the group, sign in',
  /** 'new-account' uses all fields and confirms the phone. 'set-password' uses only the password. */
  body: z.object({
    password: z.optional(newPassword),
    name: z.optional(personName()),
    /** Empty for no number. If omitted, the account keeps its number. */
    phone: z.optional(z.union([z.literal(''), phoneNumber()], 'Enter a phone number')),
    textsAgreed: z.optional(z.boolean()),
  }),
  response: z.extend(loginResponse, {
    /** The group that the golfer started or joined, or else their first group; null if they have none. */
    slug: z.nullable(z.string()),
    /** 'start-needed': only a START from the phone can turn texts on. Null without `textsAgreed`. */
    texts: z.nullable(z.enum(['on', 'start-needed', 'unreachable'])),
  }),
})

export const declineWelcomeLink = endpoint('POST', '/api/auth/welcome/{token}/decline', {
  summary: 'Decline the invitation that an emailed link is for, without an account',
})
