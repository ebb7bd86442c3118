// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_TEXTS_PER_DAY } from '../../contract/limits.ts'
import { notifyTrialEnd } from '../messaging/reminders/send-reminders.ts'
import { startTwilio, type TwilioStandIn } from '../providers/texts/testing/twilio-stand-in.ts'
import { factories } from './testing/factories.ts'
import { freezeDate } from './testing/freeze-date.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/**
 * How many signups to send. The full measurement is
 * `SIGNUPS=10000 npx vitest run server/system-tests/signup-flood.test.ts`.
 */
const SIGNUPS = Number(process.env['SIGNUPS'] ?? 60)
const MAX_CONCURRENT = 16
/** Noon for the groups. By the database's clock this is long ago, so every job is due immediately. */
const START = '2020-06-01T18:00:00Z'
const DAY = 86_400_000

let app: TestApp
let make: ReturnType<typeof factories>
let twilio: TwilioStandIn
beforeAll(async () => {
  twilio = await startTwilio()
  app = await startTestApp({
    at: START,
    env: { PUBLIC_URL: 'https://golf.example', RATE_LIMIT: 'off', ...twilio.env },
  })
  make = factories(app.ctx)
})
afterAll(async () => {
  await app.close()
  await twilio.close()
})

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

function signUp(number: number, phone = app.phone()) {
  return phone.post('/api/trial/signup', {
    groupName: `Flood ${number}`,
    slug: `flood-${number}`,
    adminName: 'Eve',
    adminEmail: `eve-${number}@flood.example`,
    adminPhone: '403-555-0142',
  })
}

async function notifyTrialOwners(): Promise<void> {
  await notifyTrialEnd(app.ctx)
  await app.runJobs()
}

const countDeliveries = async () =>
  Object.fromEntries(
    (
      await query(
        `select event || ' by ' || channel || ' ' || coalesce(error_code, status) as what, count(*)::int
         from deliveries group by 1`,
      )
    ).map(({ what, count }) => [what, count]),
  )

test(`creates no group for ${SIGNUPS} trial signups, and few texts after their links are opened`, {
  timeout: 60_000 + SIGNUPS * 250,
}, async () => {
  const numbers = Array.from({ length: SIGNUPS }, (_, index) => index)
  const signUpRemaining = async () => {
    for (let next = numbers.pop(); next !== undefined; next = numbers.pop()) {
      expect((await signUp(next)).status).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, signUpRemaining))
  // No email address is verified yet, so only pending signups exist.
  for (const table of ['groups', 'golfers', 'deliveries']) {
    expect(await query(`select 1 from ${table}`)).toEqual([])
  }
  expect(await query('select count(*)::int from signups')).toEqual([{ count: SIGNUPS }])

  // Create what would exist if one person opened all of the links and confirmed the same number each time.
  for (let number = 0; number < SIGNUPS; number += 1) {
    const owner = await make.golfer({ phone: '403-555-0142' })
    await make.group({ owner, expiryDate: new Date(Date.parse(START) + 30 * DAY) })
  }
  app.clock.moveBy(29 * DAY + 60_000)
  await notifyTrialOwners()
  // All accounts have the same number, which gets only one opt-in request.
  expect(twilio.received.map(({ to }) => to)).toEqual(['+14035550142'])
  expect(await countDeliveries()).toEqual({
    'trial-ends by email sent': SIGNUPS,
    'opt-in by text sent': 1,
  })

  await query(`update golfers set phone_number = '+1587' || (3000000 + id)`)
  await query('truncate deliveries, consent_entries')
  await query('update text_days set texts = $1 where group_id is null', [MAX_TEXTS_PER_DAY - 7])
  await notifyTrialOwners()
  // Now each account has a different number, so the app's daily limit for all texts applies.
  expect(twilio.received).toHaveLength(8)
  expect(await countDeliveries()).toEqual({
    'trial-ends by email sent': SIGNUPS,
    'opt-in by text sent': 7,
    'opt-in by text capped': SIGNUPS - 7,
  })
})

test('limits the signups from one network', async () => {
  freezeDate()
  const limitedApp = await startTestApp({ databaseUrl: app.databaseUrl, env: { RATE_LIMIT: 'on' } })
  const statuses: number[] = []
  for (let number = 0; number < 40; number += 1) {
    statuses.push((await signUp(1_000_000 + number, limitedApp.phone())).status)
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
  await limitedApp.close()
})
