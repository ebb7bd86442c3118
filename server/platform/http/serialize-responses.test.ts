import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { systemClock } from '../clock.ts'
import { connect } from '../database/database.ts'
import { createRateLimits } from './rate-limits.ts'
import { type AccessRule, type RegisterRoute, routeRegistrar } from './register-route.ts'
import { jsonArray, jsonWriter, serializeResponses } from './serialize-responses.ts'

const golferSchema = z.object({ id: z.number(), name: z.string(), phone: z.optional(z.string()) })
const listGolfers = endpoint('GET', '/api/golfers', {
  summary: 'Golfers',
  response: z.array(golferSchema),
})
const anyone: AccessRule<undefined, undefined, unknown> = {
  name: 'anyone',
  isPublic: true,
  identify: async () => undefined,
  authorize: async () => undefined,
}
// Rows with a field that is not in the schema.
const rows = [
  { id: 1, name: 'Ann "Ace"', password: 'secret' },
  { id: 2, name: 'Zoë', phone: '+14035550103', password: 'secret' },
]

let app: FastifyInstance
let registerRoute: RegisterRoute

beforeEach(async () => {
  app = Fastify()
  app.setSerializerCompiler(serializeResponses)
  const ctx = { db: connect({ url: '' }), clock: systemClock }
  registerRoute = routeRegistrar(app, ctx, await createRateLimits(app, false))
})
afterEach(() => app.close())

test('sends the same response for an object and for its serialized JSON', async () => {
  const write = jsonWriter(golferSchema)
  const results = [() => rows, () => jsonArray(rows.map(write))]
  registerRoute(listGolfers, anyone, async () => results.shift()?.() ?? [])
  const plain = await app.inject('/api/golfers')
  const serialized = await app.inject('/api/golfers')
  expect(plain.json()).toEqual([
    { id: 1, name: 'Ann "Ace"' },
    { id: 2, name: 'Zoë', phone: '+14035550103' },
  ])
  expect(serialized.body).toBe(plain.body)
  const { date: _, ...headers } = plain.headers
  expect(serialized.headers).toMatchObject(headers)
})

test('sends an empty list for an array without items', async () => {
  registerRoute(listGolfers, anyone, async () => jsonArray([]))
  const answer = await app.inject('/api/golfers')
  expect(answer.body).toBe('[]')
})
