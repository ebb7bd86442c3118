import { beforeEach, expect, test, vi } from 'vitest'
import { readPushStatus } from '../../contract/push.ts'
import { bringGuest, removeGuest } from '../../contract/spots.ts'
import { cleanUpPastTeeTimes, leaveSpot } from '../../contract/tee-times.ts'
import { call, endIntents, idempotencyKeyFor } from './api-client.ts'

const INTENT = JSON.stringify(['session', '/api/tee-times', { course: 'Lakeview' }])
const OTHER_INTENT = JSON.stringify(['session', '/api/tee-times', { course: 'Shaganappi Point' }])

beforeEach(() => endIntents())

test('returns the same key for a retry with the same content, even after other content', () => {
  const key = idempotencyKeyFor(INTENT)
  expect(key).toMatch(/^[\da-f]{32}$/)
  expect(idempotencyKeyFor(OTHER_INTENT)).not.toBe(key)
  expect(idempotencyKeyFor(INTENT)).toBe(key)
})

test('creates a new key after success', () => {
  const key = idempotencyKeyFor(INTENT)
  const other = idempotencyKeyFor(OTHER_INTENT)
  endIntents(INTENT)
  expect(idempotencyKeyFor(INTENT)).not.toBe(key)
  expect(idempotencyKeyFor(OTHER_INTENT)).toBe(other)
})

test('creates a new key ten minutes after the last try', () => {
  const key = idempotencyKeyFor(INTENT, 0)
  expect(idempotencyKeyFor(INTENT, 599_999)).toBe(key)
  expect(idempotencyKeyFor(INTENT, 599_999 + 600_000)).not.toBe(key)
})

test('creates a new key after a change that may have undone the first one', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', { getItem: () => null })
  let isLost = true
  const keys: string[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: HeadersInit }) => {
    const key = new Headers(headers).get('Idempotency-Key')
    if (key !== null) keys.push(key)
    if (isLost) throw new TypeError('Failed to fetch')
    return Response.json({})
  })
  const params = { id: 7 }
  const bringGuestWithLostResponse = async () => {
    isLost = true
    await expect(call(bringGuest, { params, body: { name: 'Bob' } })).rejects.toThrow()
    isLost = false
  }
  await bringGuestWithLostResponse()
  await call(readPushStatus, {})
  // The app makes this call automatically, so it must not affect the golfer's retry.
  await call(cleanUpPastTeeTimes, {})
  await bringGuestWithLostResponse()
  await call(leaveSpot, { params: { id: 8 }, body: {} })
  await bringGuestWithLostResponse()
  await call(leaveSpot, { params, body: {} })
  await bringGuestWithLostResponse()
  await call(removeGuest, { params: { ...params, guestId: 1 } })
  await bringGuestWithLostResponse()
  const [first, retry, afterLeavingAnother, afterLeaving, afterRemoval] = keys
  expect([retry, afterLeavingAnother]).toEqual([first, first])
  expect(new Set([first, afterLeaving, afterRemoval]).size).toBe(3)
})
