import { afterEach, describe, expect, test, vi } from 'vitest'
import { claimSpot, listTeeTimes } from '../../contract/tee-times.ts'
import { readWeather } from '../../contract/weather.ts'
import {
  ApiError,
  addressOf,
  call,
  failureText,
  get,
  NoResponseError,
  OutcomeUnknownError,
} from './api-client.ts'

describe('URL of a call', () => {
  test('fills in parameters and keeps them in their segment', () => {
    expect(addressOf(claimSpot, { params: { id: 7 }, body: { golferId: 1 } })).toBe(
      '/api/tee-times/7/claim',
    )
    expect(addressOf(listTeeTimes, { params: { slug: 'a/b?c' } })).toBe(
      '/api/groups/slug/a%2Fb%3Fc/tee-times',
    )
  })

  test('adds the query and leaves out undefined values', () => {
    expect(
      addressOf(readWeather, { query: { date: '2026-05-30', location: 'A & B', time: undefined } }),
    ).toBe('/api/weather?date=2026-05-30&location=A+%26+B')
  })
})

describe('error of a call', () => {
  const body = '{"message":"This tee time is full.","code":"FULL"}'

  test('has the specified message, with status and body', () => {
    expect(new ApiError(409, body).message).toBe(`409: ${body}`)
    expect(new ApiError(409, body, 'HTTP ').message).toBe(`HTTP 409: ${body}`)
    expect(new ApiError(502, 'Bad Gateway').message).toBe('502: Bad Gateway')
  })

  test("contains the server's code and message", () => {
    const error = new ApiError(409, body)
    expect([error.status, error.code, error.serverMessage]).toEqual([
      409,
      'FULL',
      'This tee time is full.',
    ])
  })

  test("shows the server's message in a toast, or else the fallback", () => {
    expect(failureText(new ApiError(409, body), 'Fallback.')).toBe('This tee time is full.')
    expect(failureText(new ApiError(502, '<html>'), 'Fallback.')).toBe('Fallback.')
    expect(failureText(new ApiError(400, '["x"]'), 'Fallback.')).toBe('Fallback.')
    expect(failureText(new ApiError(400, 'null'), 'Fallback.')).toBe('Fallback.')
    expect(failureText(new NoResponseError("You're offline."), 'Fallback.')).toBe("You're offline.")
    expect(failureText(new Error('boom'), 'Fallback.')).toBe('Fallback.')
  })
})

describe('unreadable response', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('leaves the outcome of a change unknown, and counts as no response to a read', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('localStorage', { getItem: () => null })
    vi.stubGlobal('fetch', async () => new Response('<h1>Welcome to our Wi-Fi</h1>'))
    const claim = call(claimSpot, { params: { id: 7 }, body: { golferId: 1 } })
    await expect(claim).rejects.toBeInstanceOf(OutcomeUnknownError)
    await expect(get('/api/my-groups')).rejects.toMatchObject({ name: 'NoResponseError' })
  })

  test('leaves the outcome unknown if the connection is lost, but a visitor can just try again', async () => {
    const claimSpotAs = (session: string | null, canRepeat = false) => {
      vi.stubGlobal('localStorage', { getItem: () => session })
      return call(claimSpot, { params: { id: 7 }, body: { golferId: 1 } }, { canRepeat })
    }
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(claimSpotAs('a-session')).rejects.toMatchObject({ name: 'OutcomeUnknownError' })
    await expect(claimSpotAs(null)).rejects.toMatchObject({ name: 'NoResponseError' })
    await expect(claimSpotAs('a-session', true)).rejects.toMatchObject({ name: 'NoResponseError' })
    vi.stubGlobal('navigator', { onLine: false })
    await expect(claimSpotAs('a-session')).rejects.toMatchObject({ name: 'NoResponseError' })
  })

  test('counts as aborted if the caller aborts while the body arrives', async () => {
    vi.stubGlobal('localStorage', { getItem: () => null })
    const caller = new AbortController()
    vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
      const body = new ReadableStream({
        start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
      })
      return new Response(body)
    })
    const read = get('/api/my-groups', caller.signal)
    setTimeout(() => caller.abort())
    await expect(read).rejects.toMatchObject({ name: 'AbortError' })
  })
})
