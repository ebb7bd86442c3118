import { beforeEach, expect, test } from 'vitest'
import { endAllIntents, endIntent, idempotencyKeyFor } from './api-client.ts'

const POST = ['session', '/api/tee-times', { course: 'Lakeview' }]
const OTHER_POST = ['session', '/api/tee-times', { course: 'Shaganappi Point' }]

beforeEach(endAllIntents)

test('returns the same key for a retry with the same content, even after other content', () => {
  const key = idempotencyKeyFor(POST)
  expect(key).toMatch(/^[\da-f]{32}$/)
  expect(idempotencyKeyFor(OTHER_POST)).not.toBe(key)
  expect(idempotencyKeyFor(POST)).toBe(key)
})

test('creates a new key after success', () => {
  const key = idempotencyKeyFor(POST)
  const other = idempotencyKeyFor(OTHER_POST)
  endIntent(POST)
  expect(idempotencyKeyFor(POST)).not.toBe(key)
  expect(idempotencyKeyFor(OTHER_POST)).toBe(other)
})

test('creates a new key ten minutes after the last try', () => {
  const key = idempotencyKeyFor(POST, 0)
  expect(idempotencyKeyFor(POST, 599_999)).toBe(key)
  expect(idempotencyKeyFor(POST, 599_999 + 600_000)).not.toBe(key)
})
