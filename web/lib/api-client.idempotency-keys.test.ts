import { beforeEach, expect, test } from 'vitest'
import { endAllIntents, endIntent, keyFor } from './api-client.ts'

const POST = ['session', '/api/tee-times', { course: 'Lakeview' }]
const OTHER = ['session', '/api/tee-times', { course: 'Shaganappi Point' }]

beforeEach(endAllIntents)

test('returns the same key for a retry with the same content, even after other content', () => {
  const key = keyFor(POST)
  expect(key).toMatch(/^[\da-f]{32}$/)
  expect(keyFor(OTHER)).not.toBe(key)
  expect(keyFor(POST)).toBe(key)
})

test('creates a new key after success', () => {
  const key = keyFor(POST)
  const other = keyFor(OTHER)
  endIntent(POST)
  expect(keyFor(POST)).not.toBe(key)
  expect(keyFor(OTHER)).toBe(other)
})

test('creates a new key ten minutes after the last try', () => {
  const key = keyFor(POST, 0)
  expect(keyFor(POST, 599_999)).toBe(key)
  expect(keyFor(POST, 599_999 + 600_000)).not.toBe(key)
})
