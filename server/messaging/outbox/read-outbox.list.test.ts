import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_LISTED_OUTBOX_MESSAGES } from '../../../contract/messages.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import {
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../system-tests/testing/test-app.ts'

const MAIL = {
  subject: 'Shaganappi Point: 3 of 4 filled',
  body: 'Three of four.',
  html: '<p>Three of four.</p>',
}
const SMTP = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'teetimes@golf.example' }
const PRODUCTION = {
  ...SMTP,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://golf.example',
  RATE_LIMIT: 'on',
  SUPER_ADMIN_EMAIL: 'admin@golf.example',
  SUPER_ADMIN_PASSWORD: 'fairway bunker nine iron',
}

let app: TestApp
let ann: TestGolfer
let bob: TestGolfer
beforeAll(async () => {
  app = await startTestApp()
  const make = factories(app.ctx)
  ann = await make.golfer({ name: 'Ann' })
  bob = await make.golfer({ name: 'Bob' })
  for (let key = 1; key <= MAX_LISTED_OUTBOX_MESSAGES + 2; key++) {
    const golfer = key % 2 === 0 ? ann : bob
    const mail = { ...MAIL, to: golfer.email, golferId: golfer.id, key: `test:${key}` }
    await app.ctx.email.send(mail)
  }
})
afterAll(() => app.close())

async function withApp<T>(
  env: NonNullable<TestAppOptions['env']>,
  use: (other: TestApp) => Promise<T>,
): Promise<T> {
  const other = await startTestApp({ databaseUrl: app.databaseUrl, env })
  try {
    return await use(other)
  } finally {
    await other.close()
  }
}

async function listIds(path: string, node = app, session?: string): Promise<number[]> {
  const { status, body } = await node.phone(session).get(path)
  expect(status).toBe(200)
  return (Array.isArray(body) ? body : []).map((message: { id: number }) => message.id)
}

const descendingIds = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index)

test('shows a stored email exactly as it would have been sent', async () => {
  const { body } = await app.phone().get(`/api/outbox?before=2`)
  expect(body).toEqual([
    {
      id: 1,
      channel: 'email',
      to: bob.email,
      golferId: bob.id,
      ...MAIL,
      createdAt: '2026-06-01T16:00:00.000Z',
    },
  ])
})

test('lists the newest messages first, a hundred per page', async () => {
  expect(await listIds('/api/outbox')).toEqual(descendingIds(MAX_LISTED_OUTBOX_MESSAGES + 2, 3))
  expect(await listIds('/api/outbox?before=3')).toEqual([2, 1])
  expect(await listIds('/api/outbox?before=1')).toEqual([])
})

test('lists only the messages of one channel', async () => {
  const { clock, ctx } = app
  const text = { to: '+14035550199', golferId: null, body: 'Hello', key: 'test:hello' }
  await ctx.texts?.send(text)
  const { body } = await app.phone().get('/api/outbox?channel=text')
  expect(body).toMatchObject([
    { channel: 'text', to: text.to, createdAt: clock.now().toISOString() },
  ])
  expect(await listIds('/api/outbox?channel=email&before=3')).toEqual([2, 1])
  await ctx.db.$client.query(`delete from messages where channel = 'text'`)
})

test.each(['0', '-1', 'x', '1.5', '99999999999', ''])('refuses before=%s', async (before) => {
  const { status, body } = await app.phone().get(`/api/outbox?before=${before}`)
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'INVALID_INPUT', fields: { before: expect.any(String) } })
})

test('keeps a message if the row of its golfer is deleted', async () => {
  const cy = await factories(app.ctx).golfer()
  await app.ctx.email.send({ ...MAIL, to: cy.email, golferId: cy.id, key: 'test:cy' })
  await app.ctx.db.$client.query('delete from golfers where id = $1', [cy.id])
  const { body } = await app.phone().get('/api/outbox')
  expect(body).toMatchObject({ 0: { to: cy.email, golferId: null } })
  await app.ctx.db.$client.query(`delete from messages where key = 'test:cy'`)
})

test.each([
  ['in production', PRODUCTION],
  ['where real emails are sent', SMTP],
])('has no outbox: %s', async (_, env) => {
  await withApp(env, async (other) => {
    for (const session of [undefined, ann.session]) {
      const phone = other.phone(session)
      const reply = { from: '+14035550103', body: 'IN 7' }
      for (const { status, body } of [
        await phone.get('/api/outbox'),
        await phone.get('/api/outbox/phones'),
        await phone.get('/api/outbox/1/html'),
        await phone.post('/api/outbox/reply', reply),
      ]) {
        expect(status).toBe(404)
        expect(body).toMatchObject({ code: 'NOT_FOUND' })
      }
      expect((await phone.get('/outbox')).status).toBe(404)
    }
    const { body } = await other.phone().get('/api/openapi.json')
    expect(JSON.stringify(body)).not.toContain('outbox')
  })
})

test.each([
  ['over an external database', { DATABASE_URL: 'postgres://golf@db.example/fourball' }],
  ['where others can connect', { HOST: '0.0.0.0', RATE_LIMIT: 'on' }],
])('shows golfers only their own messages: %s', async (_, env) => {
  await withApp(env, async (other) => {
    expect((await other.phone().get('/api/outbox')).status).toBe(401)
    const annsIds = descendingIds(MAX_LISTED_OUTBOX_MESSAGES + 2, 1).filter((id) => id % 2 === 0)
    expect(await listIds('/api/outbox', other, ann.session)).toEqual(annsIds)
    expect(await listIds('/api/outbox?before=6', other, ann.session)).toEqual([4, 2])
  })
})
