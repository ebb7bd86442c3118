import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let ann: TestGolfer
beforeAll(async () => {
  app = await startTestApp()
  ann = await factories(app.ctx).golfer({ name: 'Ann' })
})
afterAll(() => app.close())

let key = 0
async function sendAndGetPath(html: string): Promise<string> {
  key += 1
  const { email, db } = app.ctx
  const to = { to: ann.email, golferId: ann.id }
  await email.send({ ...to, subject: 'A spot', body: 'A spot.', html, key: `test:${key}` })
  const { rows } = await db.$client.query('select max(id) as id from messages')
  return `/api/outbox/${rows[0].id}/html`
}

test('serves an email as a document without scripts, forms or requests', async () => {
  const { status, headers, text } = await app.phone().get(await sendAndGetPath('<p>A spot.</p>'))
  expect(status).toBe(200)
  expect(text).toBe('<base target="_blank"><p>A spot.</p>')
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toBe(
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  )
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
})

test.each([
  ['<!doctype html>\n<html lang="en">\n<body>x', '<!doctype html>\n<html lang="en">BASE\n<body>x'],
  [
    '<!DOCTYPE html><html><head id="a"><title>t</title>',
    '<!DOCTYPE html><html><head id="a">BASE<title>t</title>',
  ],
  ['<header>x</header>', 'BASE<header>x</header>'],
  ["$& $' x", "BASE$& $' x"],
])('opens links of %s in a new tab', async (html, shown) => {
  const { text } = await app.phone().get(await sendAndGetPath(html))
  expect(text).toBe(shown.replace('BASE', () => '<base target="_blank">'))
})

test('responds 404 for a message that is not an email or has no HTML', async () => {
  await app.ctx.texts?.send({ to: '+14035550103', golferId: null, body: 'Hi', key: 'test:text' })
  const { rows } = await app.ctx.db.$client.query('select max(id) as id from messages')
  for (const id of [rows[0].id, 2_147_483_647]) {
    const { status, headers, body } = await app.phone().get(`/api/outbox/${id}/html`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'NOT_FOUND' })
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('x-frame-options')).toBe('DENY')
  }
  expect((await app.phone().get('/api/outbox/x/html')).status).toBe(400)
})

test('serves no email HTML if golfers may read only their own, because a frame has no session', async () => {
  const env = { DATABASE_URL: 'postgres://golf@db.example/fourball' }
  const path = await sendAndGetPath('<p>A spot.</p>')
  const other = await startTestApp({ databaseUrl: app.databaseUrl, env })
  for (const session of [undefined, ann.session]) {
    expect((await other.phone(session).get(path)).status).toBe(404)
  }
  await other.close()
})
