import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  inboundParams,
  signedRequest,
  startTwilio,
  statusParams,
  type TwilioStandIn,
} from '../../providers/texts/testing/twilio-stand-in.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import type { ApiResponse } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { newNumber, newSid, texting } from './testing/texting.ts'

const PUBLIC_URL = 'https://golf.example'
const INBOUND = '/api/webhooks/twilio/inbound'
const STATUS = '/api/webhooks/twilio/status'
const OTHER_TOKEN = '0123456789abcdef0123456789abcdef'

let app: TestApp
let twilio: TwilioStandIn
let make: ReturnType<typeof factories>
let phones: ReturnType<typeof texting>

beforeAll(async () => {
  twilio = await startTwilio()
  app = await startTestApp({
    at: '2026-06-01T18:00:00Z',
    env: { ...twilio.env, PUBLIC_URL },
  })
  make = factories(app.ctx)
  phones = texting(app)
})
afterAll(async () => {
  await app.close()
  await twilio.close()
})

type SignedForm = ReturnType<typeof signedRequest>
const post = (path: string, init: RequestInit): Promise<ApiResponse> => app.phone().send(path, init)
const signReport = (params: Record<string, string>): SignedForm =>
  signedRequest(PUBLIC_URL + STATUS, params)
const signText = (params: Record<string, string>): SignedForm =>
  signedRequest(PUBLIC_URL + INBOUND, params)

test('accepts a text and replies with a separate text', async () => {
  const group = await make.group()
  const number = await phones.givePhone(group.owner)
  const { id } = await make.teeTime(group)
  const answer = await post(INBOUND, signText(inboundParams({ from: number, body: 'In 1.' })))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8')
  expect(answer.text).toMatch(/<Response\/>$/)
  expect(await phones.playersOf(id)).toEqual([group.owner.id])
  await app.runJobs()
  expect(twilio.received.filter(({ to }) => to === number).map(({ body }) => body)).toContain(
    "You're in: Thu 8:12 AM Shaganappi Point, 3 spots left.",
  )
})

test('acts on keywords that Twilio has replied to, in any language, without another reply', async () => {
  const group = await make.group()
  const number = await phones.givePhone(group.owner)
  const params: Record<string, string> = {
    ...inboundParams({ from: number, body: 'Arrêt' }),
    OptOutType: 'STOP',
  }
  expect((await post(INBOUND, signText(params))).status).toBe(200)
  expect(await statusOf(number)).toEqual([{ stopped: true, agreed: false }])
  expect(await phones.findReplyTo(params['MessageSid'] ?? '')).toBeUndefined()
})

test('records the delivery status of a text', async () => {
  const number = await phones.givePhone(await make.golfer())
  await phones.text(number, 'help')
  await app.runJobs()
  const sentText = twilio.received.find(({ to }) => to === number)
  const sid = sentText?.sid ?? ''
  const postReport = (status: string) =>
    post(STATUS, signedRequest(PUBLIC_URL + STATUS, statusParams({ sid, to: number }, status)))
  expect((await postReport('sent')).status).toBe(200)
  expect((await postReport('delivered')).status).toBe(200)
  const { rows } = await app.ctx.db.$client.query(
    'select status from deliveries where provider_id = $1',
    [sid],
  )
  expect(rows).toEqual([{ status: 'delivered' }])
})

test('ignores senders that are not phone numbers', async () => {
  for (const from of ['Rogers', '12345', 'whatsapp:+14035550103', '', 'rcs:agent']) {
    const answer = await post(INBOUND, signText(inboundParams({ from, body: 'STOP' })))
    expect(answer.status).toBe(200)
  }
  const { rows } = await app.ctx.db.$client.query(
    `select 1 from incoming_texts where number !~ '^\\+'`,
  )
  expect(rows).toEqual([])
})

test('accepts forms of at most 64 KiB', async () => {
  const { headers } = signText(inboundParams({ from: newNumber(), body: 'x' }))
  const bigBody = `Body=${'x'.repeat(65_536)}`
  expect((await post(INBOUND, { method: 'POST', headers, body: bigBody })).status).toBe(413)
  const jsonHeaders = { ...headers, 'content-type': 'application/json' }
  const refused = await post(INBOUND, { method: 'POST', headers: jsonHeaders, body: '{}' })
  expect(refused).toMatchObject({
    status: 415,
    body: { message: 'Send a form, as application/x-www-form-urlencoded.' },
  })
  expect((await post(INBOUND, { method: 'POST' })).status).toBe(403)
  expect((await app.phone().get(INBOUND)).status).toBe(404)
})

test('documents the webhooks in the OpenAPI document', async () => {
  const { body } = await app.phone().get('/api/openapi.json')
  const { paths } = body as { paths: Record<string, unknown> }
  expect(Object.keys(paths)).toEqual(expect.arrayContaining([INBOUND, STATUS]))
})

test('accepts no forms on other routes', async () => {
  const { session } = await make.golfer()
  const answer = await app.phone(session).send('/api/cleanup/past-tee-times', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=b',
  })
  expect(answer.status).toBe(415)
})

test('has no webhooks without Twilio', async () => {
  const appWithoutTwilio = await startTestApp()
  try {
    for (const path of [INBOUND, STATUS]) {
      const init = signedRequest(
        PUBLIC_URL + path,
        inboundParams({ from: newNumber(), body: 'STOP' }),
      )
      expect((await appWithoutTwilio.phone().send(path, init)).status).toBe(404)
    }
  } finally {
    await appWithoutTwilio.close()
  }
})

describe('1,000 forged and replayed webhooks', () => {
  test('change nothing', { tags: 'thorough' }, async () => {
    const group = await make.group()
    const golfer = group.owner
    const number = await phones.givePhone(golfer)
    const bystander = await phones.givePhone(await make.member(group))
    const { id } = await make.teeTime(group)
    // Send genuine texts and undo their effects, so that a replay would change something.
    const claim = inboundParams({ from: number, body: 'IN 1' })
    const stop = inboundParams({ from: bystander, body: 'STOP' })
    for (const params of [claim, stop]) await post(INBOUND, signText(params))
    await phones.text(bystander, 'START')
    await app.phone(golfer.session).post(`/api/tee-times/${id}/unclaim`)
    await app.runJobs()
    const sid = twilio.received.find(({ to }) => to === bystander)?.sid ?? ''
    const deliveredReport = statusParams({ sid, to: bystander }, 'delivered')
    await post(STATUS, signReport(deliveredReport))
    const before = await readState()
    expect(await phones.playersOf(id)).toEqual([])
    expect(await statusOf(bystander)).toEqual([{ stopped: false, agreed: true }])

    const sentCount = twilio.received.length
    const counts: Record<number, number> = {}
    for (let round = 0; round < 35; round += 1) {
      const forged = { ...forgeries(claim, stop), ...forgedReports(deliveredReport) }
      for (const [forgery, { path, init, status }] of Object.entries(forged)) {
        const answer = await post(path, init)
        expect(answer.status, forgery).toBe(status)
        counts[answer.status] = (counts[answer.status] ?? 0) + 1
      }
    }
    expect(Object.values(counts).reduce((one, other) => one + other)).toBeGreaterThanOrEqual(1_000)
    await app.runJobs()
    expect(await readState()).toEqual(before)
    expect(twilio.received).toHaveLength(sentCount)

    // A genuine text does change something.
    await post(INBOUND, signText(inboundParams({ from: number, body: 'IN 1' })))
    expect(await phones.playersOf(id)).toEqual([golfer.id])
  })
})

interface Forgery {
  path: string
  init: RequestInit
  status: number
}

/** Requests by an attacker who lacks Twilio's token, but has seen the signed requests `claim` and `stop`. */
function forgeries(
  claim: Record<string, string>,
  stop: Record<string, string>,
): Record<string, Forgery> {
  const fresh = { MessageSid: newSid() }
  const genuineClaim = signText(claim)
  const withGenuineSignature = (body: string) => ({ ...genuineClaim, body })
  const form = (params: Record<string, string>) => new URLSearchParams(params).toString()
  const forgery = (init: RequestInit, path = INBOUND): Forgery => ({ path, init, status: 403 })
  const withSignature = (signature: string) =>
    forgery({
      ...genuineClaim,
      headers: { ...genuineClaim.headers, 'x-twilio-signature': signature },
    })
  const without = (name: string) =>
    Object.fromEntries(Object.entries(claim).filter(([other]) => other !== name))
  const { 'x-twilio-signature': signature = '', ...unsigned } = genuineClaim.headers
  const sid = claim['MessageSid'] ?? ''
  const signedFor = (url: string) => forgery(signedRequest(url, { ...claim, ...fresh }))
  return {
    'not signed': forgery({ ...genuineClaim, headers: unsigned }),
    'an empty signature': withSignature(''),
    'a signature of nonsense': withSignature('AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
    'a signature in another case': withSignature(signature.toLowerCase()),
    'another token': forgery(
      signedRequest(PUBLIC_URL + INBOUND, { ...claim, ...fresh }, OTHER_TOKEN),
    ),
    'another token, to stop': forgery(
      signedRequest(PUBLIC_URL + INBOUND, { ...stop, ...fresh }, OTHER_TOKEN),
    ),
    'an empty token': forgery(signedRequest(PUBLIC_URL + INBOUND, { ...claim, ...fresh }, '')),
    'signed for another host': signedFor(`https://evil.example${INBOUND}`),
    'signed for plain http': signedFor(PUBLIC_URL.replace('https', 'http') + INBOUND),
    'signed for the address it listens on': signedFor(app.url + INBOUND),
    'signed for the other webhook': signedFor(PUBLIC_URL + STATUS),
    'signed for another query': signedFor(`${PUBLIC_URL + INBOUND}?a=b`),
    'with a query that was not signed': forgery(genuineClaim, `${INBOUND}?a=b`),
    'to the other webhook': forgery(genuineClaim, STATUS),
    'another text': forgery(withGenuineSignature(form({ ...claim, Body: 'IN 2' }))),
    'another sender': forgery(withGenuineSignature(form({ ...claim, From: newNumber() }))),
    'another id': forgery(withGenuineSignature(form({ ...claim, ...fresh }))),
    'a field more': forgery(withGenuineSignature(form({ ...claim, OptOutType: 'STOP' }))),
    'a field less': forgery(withGenuineSignature(form(without('FromCity')))),
    'no field at all': forgery(withGenuineSignature('')),
    'the account of another': forgery(
      signText({ ...claim, ...fresh, AccountSid: `AC${'0'.repeat(32)}` }),
    ),
    'replayed claim': { path: INBOUND, init: genuineClaim, status: 200 },
    'replayed stop': { path: INBOUND, init: signText(stop), status: 200 },
    'replayed in another order': {
      path: INBOUND,
      init: withGenuineSignature(form(Object.fromEntries(Object.entries(claim).reverse()))),
      status: 200,
    },
    // The signature covers one string of all names and values, so a different split has the same signature.
    'replayed with its id cut': {
      path: INBOUND,
      init: withGenuineSignature(
        form({ ...without('NumMedia'), MessageSid: `${sid}NumMedia${claim['NumMedia']}` }),
      ),
      status: 400,
    },
    'replayed with a field twice': {
      path: INBOUND,
      init: withGenuineSignature(`${form(claim)}&MessageSid=${sid}`),
      status: 400,
    },
  }
}

/** Returns forged status reports, like {@link forgeries}. Most of them say that the number opted out. */
function forgedReports(deliveredReport: Record<string, string>): Record<string, Forgery> {
  const optedOut = { ...deliveredReport, MessageStatus: 'failed', ErrorCode: '21610' }
  const forgery = (init: RequestInit): Forgery => ({ path: STATUS, init, status: 403 })
  const body = new URLSearchParams(optedOut).toString()
  return {
    'a report with another token': forgery(
      signedRequest(PUBLIC_URL + STATUS, optedOut, OTHER_TOKEN),
    ),
    'another report': forgery({ ...signReport(deliveredReport), body }),
    'a report signed for the other webhook': forgery(signText(optedOut)),
    'a report that is not signed': forgery({
      method: 'POST',
      body: new URLSearchParams(optedOut),
    }),
    'a report as plain text': { path: STATUS, init: { method: 'POST', body }, status: 415 },
    'a replayed report': { path: STATUS, init: signReport(deliveredReport), status: 200 },
  }
}

async function readState() {
  const { rows } = await app.ctx.db.$client.query(`
    select (select json_agg(t order by id) from incoming_texts t) as incoming,
      (select json_agg(t order by number) from text_numbers t) as numbers,
      (select json_agg(t order by number) from text_lists t) as lists,
      (select json_agg(t order by number, position) from text_list_entries t) as list_entries,
      (select json_agg(t order by id) from consent_entries t) as ledger,
      (select json_agg(t order by id) from deliveries t) as deliveries,
      (select json_agg(t order by tee_time_id, position) from spots t) as spots,
      (select json_agg(t order by id) from golfers t) as golfers,
      (select count(*) from graphile_worker.jobs) as jobs`)
  return rows[0]
}

async function statusOf(number: string) {
  const { rows } = await app.ctx.db.$client.query(
    `select (select stopped_at is not null from text_numbers where number = $1) as stopped,
       text_consent_at is not null as agreed
     from golfers where phone_number = $1`,
    [number],
  )
  return rows
}
