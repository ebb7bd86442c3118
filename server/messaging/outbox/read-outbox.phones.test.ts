import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  MAX_OUTBOX_PHONES,
  MAX_TEXTS_PER_OUTBOX_PHONE,
  type OutboxPhone,
} from '../../../contract/messages.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const [ANNS_NUMBER, BOBS_NUMBER, SHARED_NUMBER] = ['+14035550101', '+14035550102', '+14035550103']
const EXTERNAL_DATABASE = { DATABASE_URL: 'postgres://golf@db.example/fourball' }

let app: TestApp
let ann: TestGolfer
let bob: TestGolfer
let cy: TestGolfer
let dee: TestGolfer
beforeAll(async () => {
  app = await startTestApp()
  const make = factories(app.ctx)
  const makeGolfer = async (name: string, number: string | undefined) => {
    const one = await make.golfer({ name })
    await setNumber(one, number ?? null)
    return one
  }
  ann = await makeGolfer('Ann', ANNS_NUMBER)
  bob = await makeGolfer('Bob', BOBS_NUMBER)
  cy = await makeGolfer('Cy', SHARED_NUMBER)
  dee = await makeGolfer('Dee', SHARED_NUMBER)
  await makeGolfer('Phoneless', undefined)
  await setNumber(await make.golfer({ name: 'Chief', isSuperAdmin: true }), '+14035550100')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.ctx.db.$client.query('truncate messages, incoming_texts')
})

async function setNumber({ id }: TestGolfer, number: string | null): Promise<void> {
  const { $client } = app.ctx.db
  await $client.query('update golfers set phone_number = $2 where id = $1', [id, number])
}

let key = 0
async function textTo(to: string | undefined, golfer: TestGolfer | null, body: string) {
  key += 1
  app.clock.moveBy(1_000)
  const text = { to: to ?? '', golferId: golfer?.id ?? null, body, key: `test:${key}` }
  await app.ctx.texts?.send(text)
}

async function textFrom(number: string | undefined, body: string) {
  key += 1
  app.clock.moveBy(1_000)
  await app.ctx.db.$client.query(
    'insert into incoming_texts (provider_id, number, body, received_at) values ($1, $2, $3, $4)',
    [`test:${key}`, number, body, app.clock.now()],
  )
}

async function listPhones(node = app, session?: string): Promise<OutboxPhone[]> {
  const { status, body } = await node.phone(session).get('/api/outbox/phones')
  expect(status).toBe(200)
  return (body as { phones: OutboxPhone[] }).phones
}

const threadOf = ({ texts }: OutboxPhone) => texts.map(({ direction, body }) => [direction, body])

async function withExternalDatabase(use: (other: TestApp) => Promise<void>): Promise<void> {
  const other = await startTestApp({ databaseUrl: app.databaseUrl, env: EXTERNAL_DATABASE })
  try {
    await use(other)
  } finally {
    await other.close()
  }
}

test('lists a phone for every golfer, most recently texted first', async () => {
  await textTo(BOBS_NUMBER, bob, 'A spot, Bob')
  await textTo(ANNS_NUMBER, ann, 'A spot, Ann')
  await textFrom(BOBS_NUMBER, 'IN 7')
  await textTo(BOBS_NUMBER, bob, "You're in")
  await textFrom('+14035550188', 'Who is this?')
  const shownPhones = await listPhones()
  expect(
    shownPhones.map(({ number, golfers }) => [number, golfers.map(({ name }) => name)]),
  ).toEqual([
    ['+14035550188', []],
    [BOBS_NUMBER, ['Bob']],
    [ANNS_NUMBER, ['Ann']],
    [SHARED_NUMBER, ['Cy', 'Dee']],
  ])
  expect(shownPhones.map(threadOf)).toEqual([
    [['from', 'Who is this?']],
    [
      ['to', 'A spot, Bob'],
      ['from', 'IN 7'],
      ['to', "You're in"],
    ],
    [['to', 'A spot, Ann']],
    [],
  ])
  const [, bobs] = shownPhones
  expect(bobs?.texts.at(-2)?.at).toBe('2026-06-01T16:00:03.000Z')
  const keys = bobs?.texts.map((text) => text.key) ?? []
  expect(keys.toSorted()).toEqual(keys)
})

test('puts a text before its reply if both have the same time', async () => {
  const { texts } = app.ctx
  await textFrom(ANNS_NUMBER, 'LIST')
  await texts?.send({ to: ANNS_NUMBER ?? '', golferId: ann.id, body: '1) …', key: 'test:same' })
  expect((await listPhones()).map(threadOf)[0]).toEqual([
    ['from', 'LIST'],
    ['to', '1) …'],
  ])
})

test('reads the latest texts of the most active phones in one statement', async () => {
  const { $client } = app.ctx.db
  await $client.query(
    `insert into incoming_texts (provider_id, number, body, received_at)
     select 'many:' || n, '+1587555' || to_char(n % 60, 'FM0000'), 'Text ' || n, now() + n * interval '1 s'
     from generate_series(1, 6000) n`,
  )
  const before = app.statements.length
  const shownPhones = await listPhones()
  expect(app.statements.length - before).toBe(1)
  expect(shownPhones).toHaveLength(MAX_OUTBOX_PHONES)
  expect(shownPhones[0]?.number).toBe('+15875550000')
  expect(shownPhones[0]?.texts.at(-1)?.body).toBe('Text 6000')
  expect(Math.max(...shownPhones.map(({ texts }) => texts.length))).toBeLessThanOrEqual(
    MAX_TEXTS_PER_OUTBOX_PHONE,
  )
})

test('with an external database, shows golfers only their own phones', async () => {
  await textTo(ANNS_NUMBER, ann, 'For Ann')
  await textTo(ANNS_NUMBER, bob, 'Once for Bob, at the number that is now of Ann')
  await textTo(BOBS_NUMBER, bob, 'For Bob')
  await textFrom(ANNS_NUMBER, 'HELP')
  await textTo(ANNS_NUMBER, null, 'For anyone with the number')
  expect((await app.phone().get('/api/outbox/phones')).body).toMatchObject({ isOpen: true })
  await withExternalDatabase(async (other) => {
    expect((await other.phone().get('/api/outbox/phones')).status).toBe(401)
    const { body } = await other.phone(ann.session).get('/api/outbox/phones')
    expect(body).toMatchObject({
      isOpen: false,
      phones: [{ number: ANNS_NUMBER, golfers: [{ id: ann.id, name: 'Ann' }] }],
    })
    expect((await listPhones(other, ann.session)).map(threadOf)).toEqual([
      [
        ['to', 'For Ann'],
        ['from', 'HELP'],
        ['to', 'For anyone with the number'],
      ],
    ])
  })
})

test('hides a phone from a golfer who typed a number on which another golfer gets texts', async () => {
  await textFrom(SHARED_NUMBER, 'LIST')
  await withExternalDatabase(async (other) => {
    expect(await listPhones(other, dee.session)).toMatchObject([{ golfers: [{ name: 'Dee' }] }])
    const { $client } = app.ctx.db
    await $client.query('update golfers set text_consent_at = now() where id = $1', [cy.id])
    expect(await listPhones(other, dee.session)).toEqual([])
    expect(await listPhones(other, cy.session)).toMatchObject([{ texts: [{ body: 'LIST' }] }])
    await $client.query('update golfers set text_consent_at = null where id = $1', [cy.id])
  })
})
