import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { newPushKeys } from '../../providers/push/web-push.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { choosePush } from '../choose-providers.ts'

const PATH = '/api/my-push-subscriptions'

let app: TestApp
let make: ReturnType<typeof factories>
beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

let targetCount = 0
function newTarget() {
  targetCount += 1
  return {
    endpoint: `https://push.example/send/${targetCount}`,
    p256dh: `B${'A'.repeat(86)}`,
    auth: 'A'.repeat(22),
  }
}
const subscribe = ({ session }: { session: string }, body: object) =>
  app.phone(session).post(PATH, body)
const isOn = async ({ session }: { session: string }) =>
  ((await app.phone(session).get(PATH)).body as { isOn: boolean }).isOn
const countPushSubscriptions = async ({ session }: TestGolfer) =>
  ((await app.phone(session).get('/api/my-preferences')).body as { phones: number }).phones

test('subscribes a phone until notifications are switched off', async () => {
  const ann = await make.golfer()
  expect(await isOn(ann)).toBe(false)
  expect((await subscribe(ann, newTarget())).status).toBe(201)
  expect((await subscribe(ann, newTarget())).status).toBe(201)
  expect([await isOn(ann), await countPushSubscriptions(ann)]).toEqual([true, 1])
  expect((await app.phone(ann.session).delete(PATH)).status).toBe(200)
  expect((await app.phone(ann.session).delete(PATH)).status).toBe(200)
  expect([await isOn(ann), await countPushSubscriptions(ann)]).toEqual([false, 0])
})

test('shows a phone that was subscribed for an old key as off until it subscribes again', async () => {
  const [ann, bob] = [await make.golfer(), await make.golfer()]
  for (const golfer of [ann, bob]) await subscribe(golfer, newTarget())
  await app.ctx.db.$client.query(
    'update push_subscriptions set our_key = $1 where golfer_id = $2',
    [newPushKeys().publicKey, ann.id],
  )
  expect([await isOn(ann), await isOn(bob)]).toEqual([false, true])
  await subscribe(ann, newTarget())
  expect(await isOn(ann)).toBe(true)
})

test('unsubscribes the phone when its session ends', async () => {
  const ann = await make.golfer()
  const session = await make.signIn(ann.id)
  await subscribe({ session }, newTarget())
  expect(await countPushSubscriptions(ann)).toBe(1)
  await app.phone(session).post('/api/auth/logout')
  expect(await countPushSubscriptions(ann)).toBe(0)
})

test('assigns a phone to the session that subscribed last', async () => {
  const [ann, bob] = [await make.golfer(), await make.golfer()]
  const phone = newTarget()
  await subscribe(ann, phone)
  await subscribe(bob, phone)
  expect([await isOn(ann), await isOn(bob)]).toEqual([false, true])
})

test('assigns a phone to only one of two golfers who subscribe it simultaneously', async () => {
  const [ann, bob] = [await make.golfer(), await make.golfer()]
  const phone = newTarget()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => subscribe(index % 2 === 0 ? ann : bob, phone)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect([await isOn(ann), await isOn(bob)].filter(Boolean)).toHaveLength(1)
})

test('responds 201 or 401 and keeps no subscription if the session ends simultaneously', async () => {
  const ann = await make.golfer()
  for (let round = 0; round < 8; round += 1) {
    const session = await make.signIn(ann.id)
    const [added] = await Promise.all([
      subscribe({ session }, newTarget()),
      app.phone(session).post('/api/auth/logout'),
    ])
    expect([201, 401]).toContain(added.status)
    expect(await countPushSubscriptions(ann)).toBe(0)
  }
})

test.each([
  ['an internal address', { ...newTarget(), endpoint: 'https://10.0.0.1/send' }],
  ['an address without encryption', { ...newTarget(), endpoint: 'http://push.example/send' }],
  ['an address with a NUL', { ...newTarget(), endpoint: 'https://push.example/send\0' }],
  ['an invalid key', { ...newTarget(), p256dh: 'abc' }],
  ['an invalid secret', { ...newTarget(), auth: '' }],
  ['nothing', {}],
])('refuses %s with 400', async (_what, body) => {
  expect(await subscribe(await make.golfer(), body)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT' },
  })
})

test('creates keys once per database, unless the environment sets keys', async () => {
  await app.ctx.db.$client.query('truncate push_keys')
  const { config, db } = app.ctx
  const keys = await Promise.all(
    Array.from({ length: 5 }, () => choosePush({ config, db }).publicKey()),
  )
  expect(new Set(keys).size).toBe(1)
  const ownKeys = newPushKeys()
  const env = { VAPID_PUBLIC_KEY: ownKeys.publicKey, VAPID_PRIVATE_KEY: ownKeys.privateKey }
  expect(await choosePush({ config: readConfig(env), db }).publicKey()).toBe(ownKeys.publicKey)
})

test.each([
  [{ VAPID_PUBLIC_KEY: newPushKeys().publicKey }, 'VAPID_PRIVATE_KEY'],
  [{ VAPID_PRIVATE_KEY: newPushKeys().privateKey }, 'VAPID_PUBLIC_KEY'],
  [{ VAPID_PUBLIC_KEY: 'no key' }, 'VAPID_PUBLIC_KEY'],
  [
    {
      VAPID_PUBLIC_KEY: newPushKeys().publicKey,
      VAPID_PRIVATE_KEY: newPushKeys().privateKey,
    },
    'VAPID_PRIVATE_KEY',
  ],
])('refuses to start with incomplete or mismatched keys', (env, name) => {
  expect(() => readConfig(env)).toThrow(name)
})
