import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/create-subscription',
  summary: "Begin the payment for a group's next six months",
  body: z.object({ groupId: id }),
  answer: z.object({ clientSecret: z.string() }),
})
