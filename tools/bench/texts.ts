/**
 * `npm run bench:texts`: what a hanging provider of texts costs those who claim. Claims over HTTP while
 * golfers are told of things: by email with texts off, and by text with a Twilio that answers no call;
 * and once more while nobody is told of anything. In turns in one run, each app on a database of its
 * own, the other one halted meanwhile.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { queueDelivery } from '../../server/features/deliveries/queue-delivery.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { connect, type Database } from '../../server/platform/database/database.ts'
import { startEmbedded } from '../../server/platform/database/embedded/start-embedded.ts'
import { startTwilio } from '../../server/providers/texts/testing/twilio-stand-in.ts'
import { type ServerProcess, startServer } from '../../server/testing/server-process.ts'
import { type BenchGroup, prepareGroup } from './prepare-group.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 10)
const CLAIMS = 1_000
const CONNECTIONS = 16
/** Each of them tells one golfer. */
const EVENTS_A_SECOND = 20

interface House {
  server: ServerProcess
  db: Database
  close(): Promise<void>
}

const CONDITIONS = ['nobody is told', 'texts off', 'the provider hangs'] as const
type Condition = (typeof CONDITIONS)[number]

const twilio = await startTwilio()
twilio.mode = 'hang'
const off = await openHouse({})
const hanging = await openHouse(twilio.env)
const times: Record<Condition, number[][]> = {
  'nobody is told': [],
  'texts off': [],
  'the provider hangs': [],
}
try {
  // Once unmeasured: compiled code, cached plans.
  for (let round = -1; round < ROUNDS; round += 1) {
    const order = CONDITIONS.map((_, n) => CONDITIONS[(n + round + 1) % CONDITIONS.length])
    for (const condition of order) {
      if (condition === undefined) continue
      const [house, other] = condition === 'the provider hangs' ? [hanging, off] : [off, hanging]
      process.kill(other.server.pid, 'SIGSTOP')
      process.kill(house.server.pid, 'SIGCONT')
      const taken = await measure(house, condition !== 'nobody is told')
      if (round >= 0) times[condition].push(taken)
    }
  }
} finally {
  for (const { server } of [off, hanging]) process.kill(server.pid, 'SIGCONT')
  await off.close()
  await hanging.close()
  await twilio.close()
}

console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)
console.log(
  `${ROUNDS} rounds of ${CLAIMS} claims each, ${CONNECTIONS} connections, ${EVENTS_A_SECOND} events a second; ${twilio.calls()} calls that Twilio left hanging\n`,
)
console.log('| | median, ms | p99, ms |')
console.log('|---|---|---|')
for (const condition of CONDITIONS) {
  const all = times[condition].flat()
  console.log(`| ${condition} | ${at(all, 0.5).toFixed(1)} | ${at(all, 0.99).toFixed(1)} |`)
}
for (const baseline of ['texts off', 'nobody is told'] as const) {
  const all = at(times['the provider hangs'].flat(), 0.99) / at(times[baseline].flat(), 0.99)
  const pairs = times['the provider hangs'].map(
    (taken, round) => at(taken, 0.99) / at(times[baseline][round] ?? [], 0.99),
  )
  console.log(
    `\np99, the provider hangs : ${baseline} = ${all.toFixed(2)} over all, ${at(pairs, 0.5).toFixed(2)} in the median round (${at(pairs, 0).toFixed(2)} to ${at(pairs, 1).toFixed(2)}); at most 1.10 asked`,
  )
}

async function openHouse(env: Record<string, string>): Promise<House> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fourball-bench-'))
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  const server = await startServer({ DATABASE_URL: embedded.url, ...env })
  const db = connect({ url: embedded.url })
  return {
    server,
    db,
    async close() {
      await db.$client.end()
      await server.stop()
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** How long each claim took, in milliseconds. */
async function measure({ server, db }: House, withEvents: boolean): Promise<number[]> {
  const group = await prepareGroup(db, CLAIMS)
  await wantTexts(db, group)
  const stop = new AbortController()
  const telling = withEvents ? tell(db, group, stop.signal) : undefined
  // Until the first calls hang.
  await sleep(300)
  const taken = await claimAll(server.url, [...group.spots])
  stop.abort()
  await telling
  return taken
}

async function wantTexts(db: Database, { groupId }: BenchGroup): Promise<void> {
  const members = `(select golfer_id from group_members where group_id = ${groupId})`
  await db.execute(
    `update golfers set text_consent_at = now(), phone_number = '+1403' || (5550000 + id)
     where id in ${members}`,
  )
  await db.execute(
    `insert into preferences (golfer_id, quiet_from, quiet_to)
     select id, '00:00', '00:00' from golfers where id in ${members}`,
  )
  // That the tee times were posted is not told: both are to have the same to do.
  await db.execute('delete from graphile_worker._private_jobs where locked_by is null')
}

/** Tells members one after the other that they are in the group, until told to stop. */
async function tell(
  db: Database,
  { groupId, spots }: BenchGroup,
  stop: AbortSignal,
): Promise<void> {
  const golfers = [...new Set(spots.map(({ golferId }) => golferId))]
  for (let n = 0; !stop.aborted; n += 1) {
    const golferId = golfers[n % golfers.length]
    if (golferId === undefined) return
    const alert = { event: 'added', golferId, groupId, key: `bench:${groupId}:${n}` } as const
    await queueDelivery(db, alert, systemClock.now())
    await sleep(1_000 / EVENTS_A_SECOND, undefined, { signal: stop }).catch(() => {})
  }
}

/** @throws Error when a claim is no success */
async function claimAll(url: string, spots: BenchGroup['spots']): Promise<number[]> {
  const taken: number[] = []
  const golfer = async () => {
    for (let spot = spots.pop(); spot !== undefined; spot = spots.pop()) {
      const began = performance.now()
      const answer = await fetch(`${url}/api/tee-times/${spot.teeTimeId}/claim`, {
        method: 'POST',
        headers: { authorization: `Bearer ${spot.session}` },
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`A claim answered ${answer.status}`)
      taken.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, golfer))
  return taken
}

function at(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
