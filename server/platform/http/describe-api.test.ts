// @module-tag thorough
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

const PATHS = ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml']

const read = (url: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ url, headers })

test('builds the description only once for many simultaneous requests', async () => {
  const build = vi.spyOn(app.fastify, 'swagger')
  const answers = await Promise.all([...PATHS, ...PATHS, ...PATHS].map((path) => read(path)))
  expect(build).toHaveBeenCalledTimes(1)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ payload }) => payload)).size).toBe(1)
  expect(answers[0]?.json()).toMatchObject({ openapi: '3.1.0', paths: { '/api/auth/me': {} } })
})

test('serves the same description in each encoding', async () => {
  const plain = (await read('/api/openapi.json')).payload
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await read('/api/openapi.json', {
      'accept-encoding': `zstd, ${encoding}`,
    })
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(decode(rawPayload).toString()).toBe(plain)
    expect(rawPayload.length).toBeLessThan(plain.length / 10)
  }
})

test('returns 304 to a client that already has the description', async () => {
  const { headers } = await read('/api/openapi.json')
  const ifNoneMatch = { 'if-none-match': `"other", ${headers.etag}` }
  for (const path of PATHS) {
    expect(await read(path, ifNoneMatch)).toMatchObject({ statusCode: 304, payload: '' })
  }
})

test('does not compress again for each request', async () => {
  for (const path of [...PATHS, '/api/docs', '/api/docs/static/swagger-ui-bundle.js']) {
    const { statusCode, headers } = await read(path, { 'accept-encoding': 'deflate' })
    expect(statusCode).toBe(200)
    expect(headers['content-encoding'], path).toBeUndefined()
  }
})

test('allows no external host in the content policy of the docs', async () => {
  for (const path of ['/api/docs', '/api/docs/static/index.css']) {
    const policy = String((await read(path)).headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    // Without these, the docs have no icons or styles.
    expect(policy).toContain("img-src 'self' data:")
    expect(policy).toContain("style-src 'self' 'unsafe-inline'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/https?:|\w\.\w/)
  }
})

test('restricts browser features for the docs, as for every document', async () => {
  for (const path of ['/api/docs', '/api/docs/']) {
    const { statusCode, headers } = await read(path)
    expect(statusCode).toBe(200)
    expect(headers['permissions-policy'], path).toContain('camera=(), ')
  }
})
