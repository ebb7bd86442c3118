import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutboxPhone } from '../../../contract/messages.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const [ANNS_NUMBER, BOBS_NUMBER, STRANGERS_NUMBER] = [
  '+14035550101',
  '+14035550102',
  '+14035550188',
] as const

let app: TestApp
let ann: TestGolfer
let bob: TestGolfer
beforeAll(async () => {
  app = await startTestApp()
  const make = factories(app.ctx)
  const makeTexter = async (name: string, number: string) => {
    const one = await make.golfer({ name })
    await app.ctx.db.$client.query(
      'update golfers set phone_number = $2, text_consent_at = now(), email_proven_at = now() where id = $1',
      [one.id, number],
    )
    return one
  }
  ann = await makeTexter('Ann', ANNS_NUMBER)
  bob = await makeTexter('Bob', BOBS_NUMBER)
  const group = await make.group({ owner: bob })
  await make.member(group, { golfer: ann })
  await make.teeTime(group)
  await app.runJobs()
})
afterAll(() => app.close())

const reply = (from: unknown, body: unknown, node = app, session?: string) =>
  node.phone(session).post('/api/outbox/reply', { from, body })

async function threadOf(number: string): Promise<string[]> {
  const { body } = await app.phone().get('/api/outbox/phones')
  const { phones } = body as { phones: OutboxPhone[] }
  const texts = phones.find((phone) => phone.number === number)?.texts ?? []
  return texts.map((text) => `${text.direction} ${text.body}`)
}

test('handles input on a simulated phone like a text and replies there', async () => {
  app.clock.moveBy(60_000)
  const { status, body } = await reply(ANNS_NUMBER, '  in 1. ')
  expect({ status, body }).toEqual({ status: 200, body: { message: 'Sent' } })
  app.clock.moveBy(1_000)
  await app.runJobs()
  const thread = await threadOf(ANNS_NUMBER)
  expect(thread.at(-2)).toBe('from in 1.')
  expect(thread.at(-1)).toMatch(/^to You're in: /)
  const { rows } = await app.ctx.db.$client.query(
    `select golfer_id from spots where status = 'player'`,
  )
  expect(rows).toEqual([{ golfer_id: ann.id }])
})

test('handles two texts with the same wording separately', async () => {
  for (const _ of [1, 2]) {
    app.clock.moveBy(1_000)
    expect((await reply(BOBS_NUMBER, 'LIST')).status).toBe(200)
    await app.runJobs()
  }
  const thread = await threadOf(BOBS_NUMBER)
  expect(thread.filter((text) => text === 'from LIST')).toHaveLength(2)
  expect(thread.filter((text) => text.startsWith('to Open spots'))).toHaveLength(2)
})

test('accepts texts from strangers', async () => {
  expect((await reply(STRANGERS_NUMBER, 'Who is this?')).status).toBe(200)
  expect(await threadOf(STRANGERS_NUMBER)).toContain('from Who is this?')
})

test.each([
  ['403-555-0101', 'IN 7'],
  ['+0403555', 'IN 7'],
  ['+14035550101\n', 'IN 7'],
  ['', 'IN 7'],
  [undefined, 'IN 7'],
  [ANNS_NUMBER, ''],
  [ANNS_NUMBER, ' \n'],
  [ANNS_NUMBER, 'IN\0 7'],
  [ANNS_NUMBER, 'x'.repeat(1_601)],
  [ANNS_NUMBER, 7],
])('refuses from %j: %j', async (from, body) => {
  const { rows: before } = await app.ctx.db.$client.query('select count(*) from incoming_texts')
  const answer = await reply(from, body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'INVALID_INPUT' })
  const { rows } = await app.ctx.db.$client.query('select count(*) from incoming_texts')
  expect(rows).toEqual(before)
})

test('has no simulated phones if texts go to real phones', async () => {
  const env = {
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: '0'.repeat(32),
    TWILIO_FROM: '+15875550100',
  }
  const other = await startTestApp({ databaseUrl: app.databaseUrl, env })
  expect((await reply(ANNS_NUMBER, 'OUT 1', other)).status).toBe(404)
  expect((await other.phone().get('/api/outbox/phones')).body).toEqual({ isOpen: true, phones: [] })
  await other.close()
})

test('with an external database, lets golfers text only from their own number', async () => {
  const env = { DATABASE_URL: 'postgres://golf@db.example/fourball' }
  const other = await startTestApp({ databaseUrl: app.databaseUrl, env })
  expect((await reply(ANNS_NUMBER, 'OUT 1', other)).status).toBe(401)
  for (const number of [BOBS_NUMBER, STRANGERS_NUMBER]) {
    const { status, body } = await reply(number, 'STOP', other, ann.session)
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'FORBIDDEN' })
  }
  expect((await reply(ANNS_NUMBER, 'OUT 1', other, ann.session)).status).toBe(200)
  await other.close()
  const { rows } = await app.ctx.db.$client.query(
    `select golfer_id from spots where status = 'player'`,
  )
  expect(rows).toEqual([])
})
