import { afterEach, expect, test, vi } from 'vitest'
import { CALL_LIMITS } from '../circuit-breaker.ts'
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  OUR_NUMBER,
  signedRequest,
  startTwilio,
  type TwilioStandIn,
} from './testing/twilio-stand-in.ts'
import { type TextMessage, TextRefused } from './texts.ts'
import { type TwilioOptions, twilioTexts } from './twilio.ts'

const TEXT: TextMessage = {
  to: '+14035550111',
  golferId: 1,
  body: "Fourball: you're in, #7 Sat May 30 8:12 AM Shaganappi Point.",
  key: 'delivery:7',
}
const MESSAGING_SERVICE_SID = `MG${'0123456789abcdef'.repeat(2)}`

const openStandIns: TwilioStandIn[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const twilio of openStandIns.splice(0)) await twilio.close()
})

async function startForTest(): Promise<TwilioStandIn> {
  const twilio = await startTwilio()
  openStandIns.push(twilio)
  return twilio
}

/** A short limit for calls that are expected to time out. All others use the production limits. */
const SHORT_LIMITS = { callMs: 500 }

function createTexts(twilio: TwilioStandIn, options: Partial<TwilioOptions> = {}) {
  return twilioTexts({
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    sender: { from: OUR_NUMBER },
    apiBase: twilio.url,
    ...options,
  })
}

const failureOf = (sending: Promise<unknown>): Promise<unknown> =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  )

test('sends a text from our number with the URL for delivery reports', async () => {
  const twilio = await startForTest()
  const texts = createTexts(twilio, {
    statusCallback: 'https://golf.example/api/webhooks/twilio/status',
  })
  expect(texts.kind).toBe('sent')
  const accepted = await texts.send(TEXT)
  expect(twilio.received).toEqual([
    {
      sid: accepted.providerId,
      to: '+14035550111',
      from: OUR_NUMBER,
      messagingServiceSid: undefined,
      body: TEXT.body,
      statusCallback: 'https://golf.example/api/webhooks/twilio/status',
      acceptedAt: expect.any(Date),
    },
  ])
  expect(accepted.segments).toBe(1)
})

test('counts the segments itself if a messaging service chooses the sender', async () => {
  const twilio = await startForTest()
  const texts = createTexts(twilio, { sender: { messagingServiceSid: MESSAGING_SERVICE_SID } })
  const accepted = await texts.send({ ...TEXT, body: 'x'.repeat(200) })
  expect(accepted.segments).toBe(2)
  expect(twilio.received[0]).toMatchObject({
    messagingServiceSid: MESSAGING_SERVICE_SID,
    from: undefined,
  })
  expect(twilio.received[0]?.statusCallback).toBeUndefined()
})

test('sends several texts over one connection', async () => {
  const twilio = await startForTest()
  const texts = createTexts(twilio)
  for (let turn = 0; turn < 5; turn++) await texts.send(TEXT)
  expect(twilio.callCount()).toBe(5)
  expect(twilio.connectionCount()).toBe(1)
})

test.each([
  [21610, 'opted-out'],
  [21211, 'bad-number'],
  [21614, 'bad-number'],
  [21635, 'bad-number'],
  [30034, 'unregistered'],
  [21408, 'unregistered'],
  [21606, 'unregistered'],
])('maps error %d to %s and leaves out the number and the text', async (code, reason) => {
  const twilio = await startForTest()
  twilio.refusals.set(TEXT.to, code)
  const error = await failureOf(createTexts(twilio).send(TEXT))
  expect(error).toBeInstanceOf(TextRefused)
  expect(error).toMatchObject({ reason, code: String(code) })
  expect(twilio.received).toEqual([])
  expectNothingPrivateIn(error)
})

test.each(['', '4035550111', 'whatsapp:+14035550111', '+1403555011122334'])(
  'rejects the number %j without calling Twilio',
  async (to) => {
    const twilio = await startForTest()
    expect(await failureOf(createTexts(twilio).send({ ...TEXT, to }))).toMatchObject({
      reason: 'bad-number',
    })
    expect(twilio.callCount()).toBe(0)
  },
)

test.each(['too-many', 'broken', 'hang', 'drip', 'drop-before', 'drop-after'] as const)(
  'throws a retryable error, without retrying itself, when Twilio fails (%s)',
  async (mode) => {
    const twilio = await startForTest()
    twilio.mode = mode
    const limits = ['hang', 'drip'].includes(mode) ? SHORT_LIMITS : {}
    const error = await failureOf(createTexts(twilio, { limits }).send(TEXT))
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(TextRefused)
    expect(twilio.callCount()).toBe(1)
    expectNothingPrivateIn(error)
  },
)

test('times out a call after three seconds', async () => {
  expect(CALL_LIMITS.callMs).toBe(3_000)
  const twilio = await startForTest()
  twilio.mode = 1_000
  expect(await failureOf(createTexts(twilio, { limits: SHORT_LIMITS }).send(TEXT))).toBeInstanceOf(
    Error,
  )
})

test('treats a wrong token as retryable, because the operator can fix it', async () => {
  const twilio = await startForTest()
  const error = await failureOf(createTexts(twilio, { authToken: 'x'.repeat(32) }).send(TEXT))
  expect(error).not.toBeInstanceOf(TextRefused)
  expect(String(error)).toBe('Error: Twilio returned 401 with code 20003')
})

test('pauses calls while Twilio keeps failing, then tries again', async () => {
  // Freeze only Date, so that the pause ends when the test moves the time, however slow the responses are.
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const twilio = await startForTest()
  const causes: string[] = []
  const texts = createTexts(twilio, {
    limits: { pauseMs: 30_000 },
    onPause: (cause) => causes.push(cause),
  })
  twilio.mode = 'too-many'
  for (let turn = 0; turn < 8; turn++) await expect(texts.send(TEXT)).rejects.toThrow()
  expect(twilio.callCount()).toBe(CALL_LIMITS.failuresToPause)
  expect(causes).toEqual(['Error: Twilio returned 429 with code 20429'])
  twilio.mode = 'ok'
  vi.setSystemTime(30_000)
  await texts.send(TEXT)
  expect(twilio.received).toHaveLength(1)
})

test('does not pause calls because of one number or text', async () => {
  const twilio = await startForTest()
  const texts = createTexts(twilio)
  twilio.refusals.set(TEXT.to, 21610)
  for (let turn = 0; turn < 6; turn++) {
    await expect(texts.send(TEXT)).rejects.toThrow(TextRefused)
    await expect(
      texts.send({ ...TEXT, to: '+14035550122', body: 'x'.repeat(1_601) }),
    ).rejects.toThrow('Twilio returned 400 with code 21617')
  }
  await texts.send({ ...TEXT, to: '+14035550122' })
  expect(twilio.received).toHaveLength(1)
})

test('finds a text that Twilio accepted without responding', async () => {
  const twilio = await startForTest()
  const texts = createTexts(twilio)
  const since = new Date()
  twilio.mode = 'drop-after'
  await expect(texts.send(TEXT)).rejects.toThrow()
  twilio.mode = 'ok'
  const [message] = twilio.received
  expect(await texts.find(TEXT, since, [])).toEqual({ providerId: message?.sid, segments: 1 })
})

test('does not mistake another text for the one it looks for', async () => {
  const twilio = await startForTest()
  const texts = createTexts(twilio)
  expect(await texts.find(TEXT, new Date(), [])).toBeUndefined()
  const { providerId } = await texts.send(TEXT)
  await texts.send({ ...TEXT, body: 'Fourball: something else.' })
  await texts.send({ ...TEXT, to: '+14035550122' })
  expect(await texts.find(TEXT, new Date(), [providerId])).toBeUndefined()
  expect(await texts.find(TEXT, new Date(Date.now() + 60_000), [])).toBeUndefined()
  // Twilio has two equal texts. The first belongs to another delivery, so `find` returns the second.
  const second = await texts.send(TEXT)
  expect(await texts.find(TEXT, new Date(), [providerId])).toEqual(second)
})

test('throws when Twilio does not respond, instead of reporting that there is no such text', async () => {
  const twilio = await startForTest()
  twilio.mode = 'hang'
  await expect(
    createTexts(twilio, { limits: SHORT_LIMITS }).find(TEXT, new Date(), []),
  ).rejects.toThrow()
})

test("computes a webhook's signature as Twilio documents it", () => {
  // The example from https://www.twilio.com/docs/usage/security.
  const { headers } = signedRequest(
    'https://mycompany.com/myapp.php?foo=1&bar=2',
    {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    },
    '12345',
  )
  expect(headers['x-twilio-signature']).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
})

/** Checks everything that a log would contain of an error: its message, stack, cause and fields. */
function expectNothingPrivateIn(error: unknown): void {
  const everything = `${String(error)} ${JSON.stringify(error)} ${error instanceof Error && error.stack} ${error instanceof Error && String(error.cause)}`
  expect(everything).not.toContain(TEXT.to)
  expect(everything).not.toContain('Shaganappi')
  expect(everything).not.toContain(AUTH_TOKEN)
}
