// @module-tag thorough
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../platform/clock.ts'
import {
  inboundParams,
  signedRequest,
  startTwilio,
  type TwilioStandIn,
} from '../../providers/texts/testing/twilio-stand-in.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { newSid, texting } from './testing/texting.ts'

const PUBLIC_URL = 'https://golf.example'
const INBOUND = '/api/webhooks/twilio/inbound'
const ROUNDS = 15

let nodes: [TestApp, TestApp]
let twilio: TwilioStandIn
let make: ReturnType<typeof factories>
let phones: ReturnType<typeof texting>

beforeAll(async () => {
  twilio = await startTwilio()
  const options = { at: '2026-06-01T18:00:00Z', env: { ...twilio.env, PUBLIC_URL } }
  const first = await startTestApp(options)
  nodes = [first, await startTestApp({ ...options, databaseUrl: first.databaseUrl })]
  make = factories(first.ctx)
  phones = texting(first)
})
afterAll(async () => {
  await nodes[1].close()
  await nodes[0].close()
  await twilio.close()
})

function sendText(node: TestApp, from: string, body: string, sid: string) {
  return node
    .phone()
    .send(INBOUND, signedRequest(PUBLIC_URL + INBOUND, inboundParams({ from, body, sid })))
}

test('gives the last spot to one golfer if texts and taps race for it', async () => {
  const group = await make.group()
  const golfers: TestGolfer[] = []
  const numbers = new Map<number, string>()
  for (let n = 0; n < 6; n += 1) {
    const golfer = await make.member(group)
    golfers.push(golfer)
    numbers.set(golfer.id, await phones.givePhone(golfer))
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Move the clock, so that no phone exceeds the limit of texts per hour.
    for (const node of nodes) node.clock.moveBy(3_600_000 / 10)
    // Use different days. With overlapping rounds, a golfer who wins twice would get other replies.
    const date = addDays('2026-06-10', round)
    const { id } = await make.teeTime(group, { maxPlayers: 1, date })
    const answers = await Promise.all(
      golfers.map(async (golfer, place) => {
        const node = nodes[place % 2 === 0 ? 0 : 1]
        if (place < 2) {
          const tap = await node.phone(golfer.session).post(`/api/tee-times/${id}/claim`)
          expect([200, 409]).toContain(tap.status)
          return { golfer, isIn: tap.status === 200 }
        }
        const sid = newSid()
        const from = numbers.get(golfer.id) ?? ''
        // The provider delivers the text to each node, and to one node twice.
        const responses = await Promise.all(
          [...nodes, node].map((one) => sendText(one, from, `in ${round}`, sid)),
        )
        expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
        const reply = await phones.findReplyTo(sid)
        expect(reply).toMatch(
          /^(You're in: .*, no spots left\.|(That spot was just taken|#\d+ is full)\. Reply WAIT \d+ .*)$/,
        )
        return { golfer, isIn: reply?.startsWith("You're in") }
      }),
    )
    const [player, ...others] = await phones.playersOf(id)
    expect(others).toEqual([])
    expect(answers.filter(({ isIn }) => isIn).map(({ golfer }) => golfer.id)).toEqual([player])
  }
})

test('rolls back if the connection is lost, and finishes when the text is delivered again', async () => {
  const [node] = nodes
  const group = await make.group()
  const number = await phones.givePhone(group.owner)
  const { id } = await make.teeTime(group)
  const sid = newSid()
  const client = await node.ctx.db.$client.connect()
  try {
    await client.query('begin')
    await client.query('select from tee_times where id = $1 for update', [id])
    const response = sendText(node, number, 'IN 1', sid)
    const waiting = `from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%claim_spot%'`
    const endBlockedConnection = () =>
      node.ctx.db.$client.query(`select pg_terminate_backend(pid) ${waiting}`)
    while ((await endBlockedConnection()).rows.length === 0) await sleep(10)
    expect((await response).status).toBeGreaterThanOrEqual(500)
  } finally {
    await client.query('rollback')
    client.release()
  }
  const { rows } = await node.ctx.db.$client.query(
    'select 1 from incoming_texts where provider_id = $1',
    [sid],
  )
  expect(rows).toEqual([])
  expect(await phones.playersOf(id)).toEqual([])
  expect((await sendText(node, number, 'IN 1', sid)).status).toBe(200)
  expect(await phones.playersOf(id)).toEqual([group.owner.id])
  expect(await phones.findReplyTo(sid)).toMatch(/^You're in/)
})
