import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { readSummary } from './manage-deliveries.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test.each([
  ['off', undefined],
  ['kept-here', 'kept'],
  ['on', 'sent'],
] as const)('reports that texts are %s', async (texts, kind) => {
  const never = () => Promise.reject(new Error('this test must not send texts'))
  const ctx = { ...app.ctx, texts: kind && { kind, send: never, find: never } }
  expect(await readSummary(ctx)).toMatchObject({ texts })
})
