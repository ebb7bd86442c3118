// @module-tag thorough
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const HEADERS_AND_BODY_START =
  'host: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"'

test.concurrent.each([
  ['headers', 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: '],
  ['a body', `POST /api/auth/login HTTP/1.1\r\n${HEADERS_AND_BODY_START}`],
  ['a body that was already refused', `POST /api/tee-times HTTP/1.1\r\n${HEADERS_AND_BODY_START}`],
])(
  'closes a request that sends %s one byte at a time',
  { timeout: 40_000 },
  async (_what, start) => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    let response = ''
    socket.on('data', (part) => {
      response += part.toString()
    })
    socket.write(start)
    const dripping = setInterval(() => socket.writable && socket.write('x'), 250)
    const isClosed = await new Promise<boolean>((resolve) => {
      socket.on('close', () => resolve(true))
      setTimeout(() => resolve(false), 25_000).unref()
    })
    clearInterval(dripping)
    socket.destroy()
    expect(isClosed).toBe(true)
    expect(response).toMatch(/^HTTP\/1\.1 (408|401) /)
  },
)
