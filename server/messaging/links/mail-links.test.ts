import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tasksOf } from '../../app/jobs.ts'
import { workJobsOnce } from '../../platform/jobs/testing/work-jobs-once.ts'
import { MailRefused } from '../../providers/email/email.ts'
import { startSmtpServer } from '../../providers/email/testing/smtp-stand-in.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { freezeDate } from '../../system-tests/testing/freeze-date.ts'
import { emailsTo, tokensTo } from '../../system-tests/testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { mailLink } from './mail-links.ts'

const START = '2026-06-01T16:00:00Z'
const MINUTE = 60_000

let app: TestApp
let ann: TestGolfer
beforeAll(async () => {
  app = await startTestApp({ at: START })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  ann = await factories(app.ctx).golfer({ name: 'Ann Lee', password: 'fairways' })
})

const requestLink = (email: string) => app.phone().post('/api/auth/forgot-password', { email })
const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

test('sends at most three emails an hour', async () => {
  for (let n = 0; n < 5; n += 1) {
    await requestLink(ann.email)
    await app.runJobs()
    app.clock.moveBy(MINUTE)
  }
  expect(await emailsTo(app, ann.email)).toHaveLength(3)
  app.clock.moveBy(56 * MINUTE)
  await requestLink(ann.email)
  expect(await emailsTo(app, ann.email)).toHaveLength(4)
})

test('sends at most three emails for many simultaneous requests', async () => {
  await Promise.all(
    Array.from({ length: 20 }, () =>
      mailLink(app.ctx, { golferId: ann.id, reason: 'forgot-password' }),
    ),
  )
  expect(await emailsTo(app, ann.email)).toHaveLength(3)
})

test('deletes the link if its email cannot be sent, and retries', async () => {
  await requestLink(ann.email)
  const ctxWithMailDown = {
    ...app.ctx,
    email: { send: () => Promise.reject(new Error('mail server is down')) },
  }
  for (let n = 0; n < 5; n += 1) {
    await expect(workJobsOnce(app.databaseUrl, tasksOf(ctxWithMailDown))).rejects.toThrow('is down')
    await query('update graphile_worker._private_jobs set run_at = now() where task_id is not null')
  }
  expect(await query('select 1 from welcome_links where golfer_id = $1', [ann.id])).toEqual([])
  const [token] = await tokensTo(app, ann.email)
  expect((await app.phone().get(`/api/auth/welcome/${token}`)).status).toBe(200)
})

test('does not retry an email if the mail server refuses the address', async () => {
  await requestLink(ann.email)
  const ctxWithRefusal = {
    ...app.ctx,
    email: { send: () => Promise.reject(new MailRefused('550 5.1.1')) },
  }
  await workJobsOnce(app.databaseUrl, tasksOf(ctxWithRefusal))
  expect(await emailsTo(app, ann.email)).toEqual([])
})

test('over SMTP, adds no recipients or headers for hostile group names', async () => {
  const server = await startSmtpServer()
  const smtpApp = await startTestApp({
    at: START,
    databaseUrl: app.databaseUrl,
    env: { SMTP_URL: server.url, MAIL_FROM: 'teetimes@golf.example' },
  })
  try {
    await app.phone().post('/api/trial/signup', {
      groupName: '<b>Eve</b>\r\nBcc: eve@evil.example',
      slug: 'hostile-name',
      adminName: 'Eve\r\nBcc: eve@evil.example',
      adminEmail: ann.email,
      adminPhone: '403-555-0101',
    })
    await smtpApp.runJobs()
    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    expect(mail?.to).toEqual([ann.email])
    expect(mail?.headers.has('bcc')).toBe(false)
    expect(mail?.headers.get('subject')).toBe('Start <b>Eve< b> Bcc: eve evil example on Fourball')
  } finally {
    await smtpApp.close()
    await server.close()
  }
})

test('accepts thirty requests a minute from one network', async () => {
  freezeDate()
  const limitedApp = await startTestApp({ databaseUrl: app.databaseUrl, env: { RATE_LIMIT: 'on' } })
  try {
    const answers = []
    for (let n = 0; n < 31; n += 1) {
      const email = `nobody-${n}@club.example`
      answers.push(await limitedApp.phone().post('/api/auth/forgot-password', { email }))
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429])
    const signup = await limitedApp.phone().post('/api/trial/signup', {
      groupName: 'Saturday Stampede',
      slug: 'one-too-many',
      adminName: 'Ann Lee',
      adminEmail: 'ann@club.example',
      adminPhone: '403-555-0101',
    })
    expect(signup.status).toBe(429)
  } finally {
    await limitedApp.close()
  }
})
