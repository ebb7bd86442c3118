// @module-tag thorough
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_GOLFERS } from '../../tools/demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG } from '../../tools/demo/seed-demo.ts'
import { WEBHOOK_PATH } from '../billing/routes.ts'
import { type StripeStandIn, startStripe } from '../providers/payments/testing/stripe-stand-in.ts'
import type { Phone } from './testing/phone.ts'
import { databaseUrlOf, type ServerProcess, startServer } from './testing/server-process.ts'

const DAY_MS = 86_400_000

let dataDir: string
let stripe: StripeStandIn
let server: ServerProcess
let phone: Phone

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fourball-paid-'))
  // If the database's OS user could not enter this directory, the app would store the data elsewhere.
  await chmod(dataDir, 0o755)
  stripe = await startStripe()
  await startAndLogIn()
})
afterAll(async () => {
  await server.stop()
  await stripe.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function startAndLogIn(): Promise<void> {
  server = await startServer({ DATA_DIR: dataDir, ...stripe.env })
  const login = { email: DEMO_GOLFERS[0].email, password: DEMO_PASSWORD }
  const answer = await server.phone().post('/api/auth/login', login)
  phone = server.phone((answer.body as { sessionId: string }).sessionId)
}

async function query(statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: await databaseUrlOf(dataDir) })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const readGroup = async () =>
  (await phone.get(`/api/groups/slug/${DEMO_SLUG}`)).body as {
    id: number
    expiryDate: string
    subscriptionStatus: string | null
  }
const listPayments = () => query('select 1 from payments where paid_at is not null')

const queueReconciliation = () => query(`select graphile_worker.add_job('reconcile_payments')`)

/** Sends each event to the webhook five times, all in parallel. Ignores failed requests. */
const deliver = (events: readonly Stripe.Event[]) =>
  Promise.allSettled(
    [...events, ...events, ...events, ...events, ...events].map((event) =>
      fetch(server.url + WEBHOOK_PATH, stripe.webhookRequest(event)),
    ),
  )

test('counts each payment once when killed before and during its webhook events', async () => {
  const { id, expiryDate } = await readGroup()
  const begun = await phone.post('/api/create-subscription', { groupId: id })
  expect(begun.status).toBe(200)
  const [subscriptionId = ''] = stripe.account.subscriptions.keys()
  stripe.pay(subscriptionId)
  await server.kill()

  await startAndLogIn()
  expect(await readGroup()).toMatchObject({ subscriptionStatus: null, expiryDate })
  await queueReconciliation()
  await expect.poll(readGroup).toMatchObject({ subscriptionStatus: 'active' })
  const paid = await readGroup()
  const addedMs = Date.parse(paid.expiryDate) - Date.parse(expiryDate)
  expect(Math.round(addedMs / DAY_MS)).toBeGreaterThan(180)
  expect(await listPayments()).toHaveLength(1)

  const delivering = deliver(stripe.renew(subscriptionId))
  await sleep(20)
  await server.kill()
  await delivering
  await startAndLogIn()
  await queueReconciliation()
  await expect.poll(listPayments).toHaveLength(2)
  await deliver(stripe.account.events)
  expect(await listPayments()).toHaveLength(2)
  const { expiryDate: until } = await readGroup()
  const addedByRenewalMs = Date.parse(until) - Date.parse(paid.expiryDate)
  expect(Math.round(addedByRenewalMs / DAY_MS)).toBeLessThan(185)
})
