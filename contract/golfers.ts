import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { requiredText } from './fields.ts'
import { MAX_PHONE_LENGTH, MIN_PHONE_LENGTH } from './limits.ts'
import { user } from './sessions.ts'

export const phoneForm = z.object({
  phone: requiredText(MAX_PHONE_LENGTH, 'Phone number is required').check(
    z.minLength(MIN_PHONE_LENGTH, `Phone number must be at least ${MIN_PHONE_LENGTH} digits`),
    z.regex(/^\+?[\d\s().-]+$/, 'Use digits, spaces and + ( ) . - only'),
  ),
})

export const updatePhone = endpoint({
  method: 'PUT',
  path: '/api/auth/update-phone',
  summary: 'Change my phone number',
  body: phoneForm,
  answer: user,
})
