// @module-tag thorough
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { LANES, tasksOf } from '../app/jobs.ts'
import { type Jobs, workJobs } from '../platform/jobs/work-jobs.ts'
import { type SmtpStandIn, startSmtpServer } from '../providers/email/testing/smtp-stand-in.ts'
import { factories } from './testing/factories.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/** A generous time limit, because the test machine may be slow. */
const SOON_MS = 10_000

let app: TestApp
let jobs: Jobs | undefined
let smtp: SmtpStandIn | undefined

afterEach(async () => {
  await jobs?.stop()
  await app.close()
  await smtp?.close()
  jobs = undefined
  smtp = undefined
})

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

async function startJobs(tasks = tasksOf(app.ctx)): Promise<void> {
  const { databaseUrl: url, ctx } = app
  jobs = await workJobs({ url, tasks, lanes: LANES, schedule: [], log: ctx.log })
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now()
  while (!(await condition())) {
    if (performance.now() - startedAt > SOON_MS) throw new Error('It took too long')
    await sleep(50)
  }
}

test('does not delay an offer behind 40 emails to a slow server', async () => {
  smtp = await startSmtpServer({
    onRcptTo: (_address, _session, done) => setTimeout(done, 15_000),
  })
  app = await startTestApp({
    at: new Date().toISOString(),
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'tee@club.example' },
  })
  const make = factories(app.ctx)
  const group = await make.group()
  const ann = await make.member(group)
  await query(`update golfers set text_consent_at = now() where id = $1`, [ann.id])
  // Equal times turn quiet hours off, so that the text is sent immediately even at night.
  await query(
    `insert into preferences (golfer_id, quiet_from, quiet_to) values ($1, '12:00', '12:00')`,
    [ann.id],
  )
  const full = await make.teeTime(group, { maxPlayers: 1, players: [group.owner] })
  await app.phone(ann.session).post(`/api/tee-times/${full.id}/wait`, {})
  await query("select graphile_worker.add_job('deliver') from generate_series(1, 40)")
  const { email } = app.ctx
  const mail = {
    to: ann.email,
    golferId: ann.id,
    subject: 'News',
    body: '.',
    html: '.',
    key: 'news',
  }
  const server = smtp
  await startJobs({ ...tasksOf(app.ctx), deliver: () => email.send(mail) })
  await waitUntil(async () => server.connectionCount() >= 4)

  await app.phone(group.owner.session).post(`/api/tee-times/${full.id}/unclaim`, {})
  // `tries` counts started attempts, so the text was sent or is being sent.
  await waitUntil(
    async () =>
      (await query("select from deliveries where event = 'offer' and tries > 0")).length > 0,
  )
})

test('does not delay a password link behind a backlog of 20,000 jobs', async () => {
  app = await startTestApp({ at: new Date().toISOString() })
  const golfer = await factories(app.ctx).golfer()
  for (let n = 0; n < 10; n += 1) {
    await query("select graphile_worker.add_job('purge_weather') from generate_series(1, 2000)")
  }
  await startJobs({ ...tasksOf(app.ctx), purge_weather: () => sleep(20) })
  await app.phone().post('/api/auth/forgot-password', { email: golfer.email })
  await waitUntil(
    async () =>
      (await query('select from messages where recipient = $1', [golfer.email])).length > 0,
  )
  const [left] = await query(
    "select count(*)::int as n from graphile_worker.jobs where task_identifier = 'purge_weather'",
  )
  expect(left.n).toBeGreaterThan(10_000)
})
