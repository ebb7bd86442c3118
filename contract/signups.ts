import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, messageBody, personName, phoneNumber, timeZone } from './fields.ts'
import { groupDescription, groupName, groupSlug } from './groups.ts'

export const signupForm = z.object({
  groupName,
  slug: groupSlug,
  adminName: personName(),
  adminEmail: email,
  adminPhone: phoneNumber(),
  description: groupDescription,
  timeZone: z.optional(timeZone),
})
export type Signup = z.output<typeof signupForm>

export const readSite = endpoint('GET', '/api/site', {
  summary: 'What the public pages show: the length of the trial and the contact address',
  response: z.object({
    trialDays: z.int(),
    contactEmail: z.nullable(z.string()),
  }),
})
export type SiteFacts = z.output<typeof readSite.response>

/** The response is the same whether or not the email address has an account. */
export const signUpForTrial = endpoint('POST', '/api/trial/signup', {
  summary: 'Sign up for a free trial with a new group; the link that starts it is sent by email',
  body: signupForm,
  once: true,
})

export const purchaseGroup = endpoint('POST', '/api/purchase/direct', {
  summary: 'Buy six months for a new group; the link that starts it is sent by email',
  body: signupForm,
  response: z.extend(messageBody, {
    /** Omitted if the payment must be made later. */
    subscriptionUrl: z.optional(z.string()),
  }),
  once: true,
})
