/**
 * `npm run bench:texts`: measures how much slower claims are while the text provider hangs. Makes claims over
 * HTTP while golfers are notified. Each round has two turns on the same database. In one turn, texts are off
 * and golfers get emails. In the other turn, the app sends texts through a fake Twilio that never responds.
 * Each turn starts a new app, because an app pauses its calls to Twilio after repeated failures, and then no
 * call would hang.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { notify } from '../../server/messaging/deliveries/queue-messages.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { connect, type Database } from '../../server/platform/database/database.ts'
import { startEmbedded } from '../../server/platform/database/embedded/start-embedded.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { startTwilio } from '../../server/providers/texts/testing/twilio-stand-in.ts'
import { startServer } from '../../server/system-tests/testing/server-process.ts'
import { type BenchGroup, prepareGroup } from './prepare-group.ts'

const ROUNDS = 15
const CLAIMS = 500
/**
 * How many claims to make at the start of each turn before measuring, so that code is compiled and plans are
 * cached.
 */
const WARM_UP_CLAIMS = 300
const CONNECTIONS = 16
/** Each event notifies one golfer. */
const EVENTS_A_SECOND = 20

const dataDir = await mkdtemp(join(tmpdir(), 'fourball-bench-'))
const embedded = await startEmbedded({ dataDir, log: () => {} })
await migrate(embedded.url)
const db = connect({ url: embedded.url })
const twilio = await startTwilio()
twilio.mode = 'hang'
const durationsWithoutTexts: number[][] = []
const durationsWithHangingTexts: number[][] = []
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    const turns = [
      async () => durationsWithoutTexts.push(await measure({})),
      async () => durationsWithHangingTexts.push(await measure(twilio.env)),
    ]
    if (round % 2 === 1) turns.reverse()
    for (const turn of turns) await turn()
  }
} finally {
  await twilio.close()
  await db.$client.end()
  await embedded.stop()
  await rm(dataDir, { recursive: true, force: true })
}

if (twilio.callCount() < ROUNDS) throw new Error(`Only ${twilio.callCount()} calls to Twilio hung`)
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)
console.log(
  `${ROUNDS} rounds of ${CLAIMS} claims, ${CONNECTIONS} connections, ${EVENTS_A_SECOND} events a second; ${twilio.callCount()} calls to Twilio hung\n`,
)
console.log('| claims | median, ms | p99, ms |')
console.log('|---|---|---|')
for (const [name, rounds] of [
  ['texts off', durationsWithoutTexts],
  ['the provider hangs', durationsWithHangingTexts],
] as const) {
  const durations = rounds.flat()
  console.log(
    `| ${name} | ${quantileOf(durations, 0.5).toFixed(1)} | ${quantileOf(durations, 0.99).toFixed(1)} |`,
  )
}
const overallRatio =
  quantileOf(durationsWithHangingTexts.flat(), 0.99) /
  quantileOf(durationsWithoutTexts.flat(), 0.99)
const roundRatios = durationsWithHangingTexts.map(
  (durations, round) =>
    quantileOf(durations, 0.99) / quantileOf(durationsWithoutTexts[round] ?? [], 0.99),
)
console.log(
  `\nratio of the p99s: ${overallRatio.toFixed(2)} over all, ${quantileOf(roundRatios, 0.5).toFixed(2)} in the median round (${quantileOf(roundRatios, 0).toFixed(2)} to ${quantileOf(roundRatios, 1).toFixed(2)}); target: at most 1.10`,
)

/**
 * Starts an app with these settings and makes claims. Returns how long each measured claim took, in
 * milliseconds.
 */
async function measure(env: Record<string, string>): Promise<number[]> {
  const group = await prepareGroup(db, WARM_UP_CLAIMS + CLAIMS)
  await turnOnTexts(db, group)
  const server = await startServer({ DATABASE_URL: embedded.url, ...env })
  const stop = new AbortController()
  const notifying = notifyMembers(db, group, stop.signal)
  try {
    const claims = [...group.claims]
    await claimAll(server.url, claims.splice(0, WARM_UP_CLAIMS))
    return await claimAll(server.url, claims)
  } finally {
    stop.abort()
    await notifying
    await server.stop()
  }
}

async function turnOnTexts(db: Database, { groupId }: BenchGroup): Promise<void> {
  const members = `(select golfer_id from group_members where group_id = ${groupId})`
  await db.execute(
    `update golfers set text_consent_at = now(), phone_number = '+1403' || (5550000 + id)
     where id in ${members}`,
  )
  await db.execute(
    `insert into preferences (golfer_id, quiet_from, quiet_to)
     select id, '00:00', '00:00' from golfers where id in ${members}`,
  )
  // Delete the queued jobs, such as notifications of new tee times, so that both kinds of turn do the same
  // work.
  await db.execute('delete from graphile_worker._private_jobs where locked_by is null')
}

/** Notifies one member after another that they were added to the group, until `stop` is aborted. */
async function notifyMembers(
  db: Database,
  { groupId, claims }: BenchGroup,
  stop: AbortSignal,
): Promise<void> {
  const golfers = [...new Set(claims.map(({ golferId }) => golferId))]
  for (let n = 0; !stop.aborted; n += 1) {
    const golferId = golfers[n % golfers.length]
    if (golferId === undefined) return
    const key = `bench:${groupId}:${n}`
    const recipient = { golferId, groupId, key, data: { how: 'added' } }
    await notify(db, 'added', [recipient], systemClock.now())
    await sleep(1_000 / EVENTS_A_SECOND, undefined, { signal: stop }).catch(() => {})
  }
}

/**
 * Makes all claims. Returns the duration of each claim, in milliseconds.
 * @throws Error if a claim fails
 */
async function claimAll(url: string, claims: BenchGroup['claims']): Promise<number[]> {
  const durations: number[] = []
  const worker = async () => {
    for (let next = claims.pop(); next !== undefined; next = claims.pop()) {
      const startedAt = performance.now()
      const answer = await fetch(`${url}/api/tee-times/${next.teeTimeId}/claim`, {
        method: 'POST',
        headers: { authorization: `Bearer ${next.session}` },
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`A claim returned ${answer.status}`)
      durations.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return durations
}

function quantileOf(values: number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}
