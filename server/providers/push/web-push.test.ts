import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PushStandIn, startPushStandIn } from './testing/push-stand-in.ts'
import {
  isAllowedEndpoint,
  isPrivateAddress,
  lookupPublicAddress,
  newPushKeys,
  PushRefused,
  webPush,
} from './web-push.ts'

const keys = newPushKeys()
const MESSAGE = {
  payload: '{"title":"Ein Platz für dich ⛳"}',
  ttlSeconds: 60,
  urgency: 'high',
  topic: 'd7',
} as const

let service: PushStandIn
beforeAll(async () => {
  service = await startPushStandIn()
})
afterAll(() => service.close())

const push = webPush({
  keys: async () => keys,
  subject: 'https://golf.example',
  allowLoopback: true,
})

test('encrypts a message for the phone and sets the headers that a push service needs', async () => {
  const phone = service.subscribe()
  expect(await push.send(phone, MESSAGE)).toBe('taken')
  const [received] = service.received.get(phone.endpoint) ?? []
  expect(received?.plaintext).toBe(MESSAGE.payload)
  expect(received?.ciphertext.includes('Platz')).toBe(false)
  expect(received?.headers).toMatchObject({
    ttl: '60',
    urgency: 'high',
    topic: 'd7',
    'content-encoding': 'aes128gcm',
  })
  expect(received?.headers.authorization).toContain(keys.publicKey)
})

test.each([404, 410])('treats a subscription as gone after status %s', async (status) => {
  const phone = service.subscribe()
  service.refusals.set(phone.endpoint, status)
  expect(await push.send(phone, MESSAGE)).toBe('gone')
})

test.each([400, 401, 403, 413])(
  'blames our request, not the subscription, for status %s',
  async (status) => {
    const phone = service.subscribe()
    service.refusals.set(phone.endpoint, status)
    const sending = push.send(phone, MESSAGE)
    await expect(sending).rejects.toThrow(PushRefused)
    await expect(sending).rejects.toThrow(String(status))
  },
)

test.each([408, 429, 500, 503])('treats status %s as temporary', async (status) => {
  const phone = service.subscribe()
  service.refusals.set(phone.endpoint, status)
  const sending = push.send(phone, MESSAGE)
  await expect(sending).rejects.toThrow(String(status))
  await expect(sending).rejects.not.toThrow(PushRefused)
})

test('does not blame the subscription if our own keys are invalid', async () => {
  const brokenKeys = { ...keys, privateKey: 'none' }
  const pushWithBrokenKeys = webPush({
    keys: async () => brokenKeys,
    subject: 'mailto:a@golf.example',
    allowLoopback: true,
  })
  await expect(pushWithBrokenKeys.send(service.subscribe(), MESSAGE)).rejects.toThrow()
})

test("treats a subscription as gone if the phone's key is not on the curve", async () => {
  const phone = { ...service.subscribe(), p256dh: `B${'A'.repeat(86)}` }
  expect(await push.send(phone, MESSAGE)).toBe('gone')
})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QAbc',
])('accepts %s as a push service', (endpoint) =>
  expect(isAllowedEndpoint(endpoint, false)).toBe(true),
)

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://[::1]/x',
  'https://10.0.0.8/x',
  'https://localhost/x',
  'https://printer.local/x',
  'https://db.internal/x',
  'https://push.example:8443/x',
  'https://golfer:secret@push.example/x',
  'http://127.0.0.1:9/x',
  'file:///etc/passwd',
  'no address',
  `https://push.example/${'x'.repeat(1_000)}`,
])('rejects %s as a push service', (endpoint) =>
  expect(isAllowedEndpoint(endpoint, false)).toBe(false),
)

test('does not resolve a host name that points to this machine', async () => {
  const error = await new Promise((resolve) =>
    lookupPublicAddress('localhost', {}, (failure) => resolve(failure)),
  )
  expect(String(error)).toContain('private network')
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  // IPv4 addresses embedded in IPv6: mapped, compatible, translated, NAT64, 6to4 and Teredo.
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::7f00:1',
  '::127.0.0.1',
  '::10.0.0.1',
  '::a00:1',
  '::808:808',
  '::ffff:0:7f00:1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::a00:1',
  '64:ff9b:1:ffff::a00:1',
  '2002:a00:1::1',
  '2002:7f00:1::',
  '2001:0:a00:1::1',
  '2001::1',
  '100::1',
  '100:0:0:1::1',
  '2001:db8::1',
  '3fff::1',
  '3fff:fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe40::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'feff::1',
  'ff02::1',
  'ff0e::1',
  'no address',
])('rejects the IP address %s for a push service', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each(['142.250.80.46', '172.32.0.1', '2607:f8b0:4006:81d::200e', '2620:1ec:bdf::254'])(
  'accepts the IP address %s for a push service',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)
