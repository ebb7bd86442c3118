import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmailProvider, MailRefused } from '../../providers/email/email.ts'
import { TextRefused } from '../../providers/texts/texts.ts'
import type { TestGroup } from '../../system-tests/testing/factories.ts'
import type { Compose } from './deliver.ts'
import { stopTexts } from './stop-texts.ts'
import { type DeliveryScene, FakeTextProvider, NOON, startScene } from './testing/delivery-scene.ts'

const PAGE = 'https://golf.example/'

let scene: DeliveryScene
let group: TestGroup
let ann: Awaited<ReturnType<DeliveryScene['addMember']>>
let provider: FakeTextProvider

beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  scene.app.clock.moveTo(NOON)
  await scene.query('truncate messages, deliveries, text_days, text_numbers, consent_entries')
  group = await scene.make.group()
  ann = await scene.addMember(group)
  provider = new FakeTextProvider()
})

const queueAlert = (overrides: Parameters<DeliveryScene['queueAlert']>[0] | object = {}) =>
  scene.queueAlert({ golferId: ann.id, groupId: group.id, ...overrides })
/** Sends a delivery and, like the job queue, retries it after a failure. Returns the number of failures. */
async function sendWithRetries(
  id: number,
  ctx = scene.contextWith(provider),
  times = 30,
): Promise<number> {
  let failures = 0
  while (failures < times) {
    const hasFailed = await scene.send(ctx, id).then(
      () => false,
      () => true,
    )
    if (!hasFailed) return failures
    failures += 1
    scene.app.clock.moveBy(60_000)
  }
  return failures
}

test('sends a text once and does not keep its wording', async () => {
  const id = await queueAlert({ teeTimeIds: [7] })
  await scene.send(scene.contextWith(provider), id)
  await scene.send(scene.contextWith(provider), id)
  expect(provider.received).toEqual([
    {
      to: ann.number,
      golferId: ann.id,
      body: 'Fourball: posted 7',
      key: `deliver:${id}:text`,
      providerId: 'SM1',
    },
  ])
  expect(await scene.readDelivery(id)).toMatchObject({
    status: 'sent',
    channel: 'text',
    recipient: ann.number,
    providerId: 'SM1',
    segments: 1,
    body: null,
    sentAt: new Date(NOON),
  })
  expect(await scene.listMails()).toEqual([])
})

test('emails everything without a text service', async () => {
  const id = await queueAlert()
  await scene.send(scene.contextWith(undefined), id)
  expect(await scene.readDelivery(id)).toMatchObject({
    status: 'sent',
    channel: 'email',
    recipient: ann.email,
  })
  expect(await scene.listMails()).toEqual([
    { recipient: ann.email, subject: 'About posted', key: `deliver:${id}:email` },
  ])
})

test('adds an unsubscribe link for its kind to each email, except account security emails', async () => {
  const sentMails: Parameters<EmailProvider['send']>[0][] = []
  const unsubscribeLinks: (string | undefined)[] = []
  const email: EmailProvider = { send: async (mail) => void sentMails.push(mail) }
  const compose: Compose = async (_ctx, delivery) => {
    unsubscribeLinks.push(delivery.unsubscribe)
    const mail = { subject: 'S', body: 'B', html: 'H', calendar: 'BEGIN:VCALENDAR' }
    return { text: '', address: PAGE, mail }
  }
  await scene.send(scene.contextWith(undefined, { email }), await queueAlert(), compose)
  await scene.send(
    scene.contextWith(undefined, { email }),
    await queueAlert({ event: 'phone-changed' }),
    compose,
  )
  const [row] = await scene.query<{ token: string }>(
    'select mail_token as token from golfers where id = $1',
    [ann.id],
  )
  expect(unsubscribeLinks).toEqual([
    `https://golf.example/unsubscribe/${row?.token}/posted`,
    undefined,
  ])
  expect(sentMails[0]).toMatchObject({
    to: ann.email,
    calendar: 'BEGIN:VCALENDAR',
    unsubscribe: `https://golf.example/api/unsubscribe/${row?.token}/posted`,
  })
  expect(sentMails[1]).not.toHaveProperty('unsubscribe')
})

test('drops a message that no longer applies', async () => {
  const id = await queueAlert()
  await scene.send(scene.contextWith(provider), id, async () => undefined)
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'dropped', errorCode: 'moot' })
  expect(provider.sendCount).toBe(0)
})

test('drops a message if the golfer has switched off the kind, muted the group or left', async () => {
  const ids = [await queueAlert(), await queueAlert(), await queueAlert({ event: 'cancelled' })]
  const send = (index: number) => scene.send(scene.contextWith(provider), ids[index] ?? 0)
  await scene.query(
    `insert into preferences (golfer_id, channels) values ($1, '{"posted": "off"}')`,
    [ann.id],
  )
  await send(0)
  await scene.query('delete from preferences')
  await scene.query('update group_members set muted = true where golfer_id = $1', [ann.id])
  await send(1)
  await scene.query('delete from group_members where golfer_id = $1', [ann.id])
  await send(2)
  expect(
    (await scene.listDeliveries()).map(({ status, errorCode }) => [status, errorCode]),
  ).toEqual([
    ['dropped', 'off'],
    ['dropped', 'muted'],
    ['dropped', 'left'],
  ])
  expect(provider.sendCount).toBe(0)
})

test('sends the text once if a process dies before calling the provider', async () => {
  const id = await queueAlert()
  await scene.query(
    `update deliveries set status = 'sending', tries = 1, tried_at = $2, recipient = $3, body = 'Fourball: posted' where id = $1`,
    [id, new Date(Date.parse(NOON) - 10_000), ann.number],
  )
  await scene.send(scene.contextWith(provider), id)
  expect(provider.received).toHaveLength(1)
})

test('sends no second text if a process dies before it records the sent text', async () => {
  const id = await queueAlert()
  provider.afterAccepting = async () => {
    await scene.query('alter table deliveries rename column provider_id to gone')
  }
  await expect(scene.send(scene.contextWith(provider), id)).rejects.toThrow()
  await scene.query('alter table deliveries rename column gone to provider_id')
  expect(await scene.readDelivery(id)).toMatchObject({ body: expect.any(String) })
  scene.app.clock.moveBy(60_000)
  await scene.send(scene.contextWith(provider), id)
  expect(provider.received).toHaveLength(1)
  expect(await scene.readDelivery(id)).toMatchObject({
    status: 'sent',
    providerId: 'SM1',
    body: null,
  })
})

test('finds each of two texts with the same wording to the same number', async () => {
  const mail = { subject: '', body: '', html: '' }
  const compose: Compose = async () => ({ text: 'Same', address: PAGE, mail })
  provider.afterAccepting = async () => {
    throw new Error('The line broke')
  }
  const ids = [await queueAlert({ event: 'opened' }), await queueAlert({ event: 'opened' })]
  for (const id of ids)
    await expect(scene.send(scene.contextWith(provider), id, compose)).rejects.toThrow('line')
  provider.afterAccepting = async () => {}
  for (const id of ids) await scene.send(scene.contextWith(provider), id, compose)
  expect(provider.received).toHaveLength(2)
  expect((await scene.listDeliveries()).map(({ providerId }) => providerId)).toEqual(['SM1', 'SM2'])
})

test('waits for a text that another process may be sending', async () => {
  const id = await queueAlert()
  let letProviderAccept = () => {}
  const waiting = new Promise<void>((resolve) => {
    letProviderAccept = resolve
  })
  provider.beforeAccepting = () => waiting
  const first = scene.send(scene.contextWith(provider), id)
  await expect.poll(async () => (await scene.readDelivery(id)).status).toBe('sending')
  scene.app.clock.moveBy(3_500)
  const second = scene.send(scene.contextWith(provider), id)
  letProviderAccept()
  await Promise.all([first, second])
  expect(provider.sendCount).toBe(1)
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'sent' })
})

test('sends each text once when two processes run', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => queueAlert()))
  await Promise.all(
    [...ids, ...ids].map((id) => scene.send(scene.contextWith(provider), id).catch(() => {})),
  )
  expect(provider.received).toHaveLength(10)
})

test('retries a failing provider, then sends an email instead', async () => {
  provider.beforeAccepting = async () => {
    throw new Error('Twilio returned 500')
  }
  provider.beforeFind = provider.beforeAccepting.bind(undefined, {
    to: '',
    golferId: null,
    body: '',
    key: '',
  })
  const id = await queueAlert()
  expect(await sendWithRetries(id)).toBe(5)
  expect(provider.sendCount).toBe(1)
  expect(await scene.readDelivery(id)).toMatchObject({
    status: 'sent',
    channel: 'email',
    errorCode: 'unavailable',
  })
  expect(await scene.listMails()).toHaveLength(1)
})

test('tries a text five times if sending fails and the provider does not list the text', async () => {
  provider.beforeAccepting = async () => {
    throw new Error('Twilio returned 429')
  }
  const id = await queueAlert()
  expect(await sendWithRetries(id)).toBe(5)
  expect(provider.sendCount).toBe(5)
  expect(await scene.readDelivery(id)).toMatchObject({
    status: 'sent',
    channel: 'email',
    errorCode: 'unavailable',
  })
})

test('retries an email with the same key and finally marks it as failed', async () => {
  const keys = new Set<string>()
  let calls = 0
  const email: EmailProvider = {
    async send({ key }) {
      calls += 1
      keys.add(key)
      throw new Error('451 Not now')
    },
  }
  const id = await queueAlert()
  expect(await sendWithRetries(id, scene.contextWith(undefined, { email }))).toBe(12)
  expect([calls, keys.size]).toEqual([12, 1])
  expect(await scene.readDelivery(id)).toMatchObject({
    status: 'failed',
    channel: 'email',
    errorCode: 'unavailable',
  })
})

test('fails without a retry for an address that accepts no email', async () => {
  const email: EmailProvider = { send: () => Promise.reject(new MailRefused('550 5.1.1')) }
  const id = await queueAlert()
  expect(await sendWithRetries(id, scene.contextWith(undefined, { email }))).toBe(0)
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'failed', errorCode: 'refused' })
})

test('fails a message that cannot be composed', async () => {
  const id = await queueAlert()
  const failToCompose: Compose = () => Promise.reject(new Error('No words'))
  let tries = 0
  for (; (await scene.readDelivery(id)).status === 'queued' && tries < 50; tries += 1) {
    await scene.send(scene.contextWith(provider), id, failToCompose).catch(() => {})
  }
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'failed', errorCode: 'unavailable' })
  // The job queue gives up after 25 tries.
  expect(tries).toBeLessThan(25)
})

test.each([
  ['bad-number', '21211', { unreachableCode: '21211' }],
  ['unregistered', '30034', { unreachableCode: '30034' }],
  ['opted-out', '21610', { unreachableCode: null, stoppedAt: new Date(NOON) }],
] as const)(
  'emails this alert and the next one if a number is %s',
  async (reason, code, expectedRow) => {
    provider.beforeAccepting = () => Promise.reject(new TextRefused(reason, code, 'Refused'))
    const id = await queueAlert()
    await scene.send(scene.contextWith(provider), id)
    const nextId = await queueAlert()
    await scene.send(scene.contextWith(provider), nextId)
    expect(provider.sendCount).toBe(1)
    expect(await scene.readDelivery(id)).toMatchObject({
      status: 'sent',
      channel: 'email',
      errorCode: code,
    })
    expect(await scene.readDelivery(nextId)).toMatchObject({
      status: 'sent',
      channel: 'email',
      errorCode: null,
    })
    expect(
      await scene.query(
        'select unreachable_code as "unreachableCode", stopped_at as "stoppedAt" from text_numbers where number = $1',
        [ann.number],
      ),
    ).toEqual([{ stoppedAt: null, ...expectedRow }])
    scene.app.clock.moveBy(24 * 3_600_000)
    provider.beforeAccepting = async () => {}
    await scene.send(scene.contextWith(provider), await queueAlert())
    expect(provider.received).toHaveLength(reason === 'unregistered' ? 1 : 0)
  },
)

test('emails waiting messages after STOP and never texts that number again', async () => {
  const queuedId = await queueAlert()
  scene.app.clock.moveTo('2026-06-02T06:00:00Z')
  const heldId = await queueAlert()
  await scene.send(scene.contextWith(provider), heldId)
  expect(await scene.readDelivery(heldId)).toMatchObject({ status: 'deferred' })
  const stopText = { how: 'STOP', wording: 'Stop' }
  expect(await stopTexts(scene.app.ctx.db, ann.number, stopText, scene.app.clock.now())).toBe(true)
  for (const id of [queuedId, heldId]) {
    expect(await scene.readDelivery(id)).toMatchObject({ status: 'queued', dueAt: null })
    await scene.send(scene.contextWith(provider), id)
  }
  await scene.send(scene.contextWith(provider), await queueAlert())
  expect(provider.sendCount).toBe(0)
  expect(await scene.listMails()).toHaveLength(3)
})

test('sends no text when STOP arrives while the message is composed', async () => {
  const id = await queueAlert()
  await scene.send(scene.contextWith(provider), id, async () => {
    await stopTexts(
      scene.app.ctx.db,
      ann.number,
      { how: 'STOP', wording: 'Stop' },
      scene.app.clock.now(),
    )
    await scene.query(`update deliveries set status = 'queued' where id = $1`, [id])
    return { text: 'Words', address: PAGE, mail: { subject: 'S', body: 'B', html: 'H' } }
  })
  expect(provider.sendCount).toBe(0)
})
