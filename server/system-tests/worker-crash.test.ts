// @module-tag thorough
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notify } from '../messaging/deliveries/queue-messages.ts'
import { systemClock } from '../platform/clock.ts'
import { connect, type Database } from '../platform/database/database.ts'
import { startTwilio, type TwilioStandIn } from '../providers/texts/testing/twilio-stand-in.ts'
import { cloneDatabase, type TestDatabase } from './testing/database.ts'
import { factories } from './testing/factories.ts'
import { startWorker, type WorkerProcess } from './testing/server-process.ts'

/**
 * How many times to kill the worker. The full measurement is
 * `ROUNDS=20 npx vitest run server/system-tests/worker-crash.test.ts`.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const GOLFERS = 20
const TEE_TIMES = 10
/** How many jobs a worker runs concurrently. */
const MAX_CONCURRENT = 4
const MESSAGES = GOLFERS * TEE_TIMES

/** How long the Twilio stand-in takes to respond, in milliseconds: so long that kills hit texts in flight. */
const RESPONSE_DELAY_MS = 20

let database: TestDatabase
let db: Database
let twilio: TwilioStandIn
let worker: WorkerProcess | undefined

beforeAll(async () => {
  database = await cloneDatabase()
  db = connect({ url: database.url })
  twilio = await startTwilio()
  twilio.mode = RESPONSE_DELAY_MS
})
afterAll(async () => {
  await worker?.stop()
  await twilio.close()
  await db.$client.end()
  await database.drop()
})

interface Scene {
  groupId: number
  golferIds: number[]
  teeTimeIds: number[]
}

/** Creates a group of golfers without quiet hours, and its tee times. Discards the jobs that this queued. */
async function prepareScene(): Promise<Scene> {
  const make = factories({ db, clock: systemClock })
  const group = await make.group()
  const golferIds: number[] = []
  for (let n = 0; n < GOLFERS; n += 1) golferIds.push((await make.member(group)).id)
  const teeTimeIds: number[] = []
  for (let n = 0; n < TEE_TIMES; n += 1) teeTimeIds.push((await make.teeTime(group)).id)
  const ids = golferIds.join()
  await db.execute(
    `update golfers set text_consent_at = now(), phone_number = '+1403' || (5550000 + id)
     where id in (${ids})`,
  )
  await db.execute(
    `insert into preferences (golfer_id, quiet_from, quiet_to)
     select id, '00:00', '00:00' from golfers where id in (${ids})`,
  )
  await db.execute('delete from graphile_worker._private_jobs')
  return { groupId: group.id, golferIds, teeTimeIds }
}

/** Queues a text to each golfer about each tee time. All texts to one golfer have different bodies. */
async function queueTexts({ groupId, golferIds, teeTimeIds }: Scene): Promise<void> {
  await db.transaction(async (tx) => {
    for (const golferId of golferIds) {
      for (const teeTimeId of teeTimeIds) {
        const key = `crash:${golferId}:${teeTimeId}`
        const recipient = { golferId, groupId, teeTimeIds: [teeTimeId], key }
        await notify(tx, 'opened', [recipient], systemClock.now())
      }
    }
  })
}

async function countDeliveries(where: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    `select count(*)::int as n from deliveries where ${where}`,
  )
  return rows[0]?.n ?? 0
}

async function untilUnsentAtMost(atMost: number, { groupId }: Scene): Promise<void> {
  while ((await countDeliveries(`group_id = ${groupId} and status <> 'sent'`)) > atMost)
    await sleep(20)
}

async function countArrivals({ groupId }: Scene): Promise<number[]> {
  const { rows } = await db.execute<{ recipient: string }>(
    `select distinct recipient from deliveries where group_id = ${groupId}`,
  )
  const numbers = new Set(rows.map(({ recipient }) => recipient))
  const countByText = new Map<string, number>()
  for (const { to, body } of twilio.received) {
    if (numbers.has(to))
      countByText.set(`${to} ${body}`, (countByText.get(`${to} ${body}`) ?? 0) + 1)
  }
  return [...countByText.values()]
}

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)

test(`loses none of ${MESSAGES} texts in each of ${ROUNDS} rounds in which the worker is killed`, {
  timeout: 60_000 + ROUNDS * 90_000,
}, async () => {
  const scenes: Scene[] = []
  for (let round = 0; round < ROUNDS; round += 1) scenes.push(await prepareScene())
  const env = { DATABASE_URL: database.url, ...twilio.env }
  const duplicateCounts: number[] = []
  let inFlightCount = 0
  for (const scene of scenes) {
    const receivedBefore = twilio.received.length
    await queueTexts(scene)
    worker ??= await startWorker(env)
    const textsBeforeKill = receivedBefore + 5 + Math.random() * (MESSAGES - 20)
    while (twilio.received.length < textsBeforeKill) await sleep(1)
    await sleep(Math.random() * RESPONSE_DELAY_MS)
    await worker.kill()
    expect(
      await countDeliveries(`group_id = ${scene.groupId} and status <> 'sent'`),
    ).toBeGreaterThan(0)
    inFlightCount += await countDeliveries("status = 'sending'")
    worker = await startWorker(env)
    // Texts that were in flight at the kill are retried later, possibly after the next kill.
    await untilUnsentAtMost(MAX_CONCURRENT, scene)
  }
  for (const scene of scenes) {
    await untilUnsentAtMost(0, scene)
    const arrivals = await countArrivals(scene)
    expect(arrivals).toHaveLength(MESSAGES)
    duplicateCounts.push(sum(arrivals) - MESSAGES)
  }
  expect(Math.max(...duplicateCounts)).toBeLessThanOrEqual(1)
  // If no kill had hit a text in flight, the test would prove nothing.
  expect(inFlightCount).toBeGreaterThan(0)
  if (ROUNDS > 3) {
    process.stdout.write(
      `${ROUNDS} kills, ${ROUNDS * MESSAGES} texts, ${inFlightCount} of them in flight at a kill: 0 lost, ${sum(duplicateCounts)} sent twice\n`,
    )
  }
})
