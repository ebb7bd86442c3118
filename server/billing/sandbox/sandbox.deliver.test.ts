import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduleOf, tasksOf } from '../../app/jobs.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { isSandbox, type Sandbox } from './sandbox.ts'

let app: TestApp
let sandbox: Sandbox

beforeAll(async () => {
  app = await startTestApp()
  const { payments } = app.ctx
  if (!isSandbox(payments)) throw new Error('The test app has no sandbox')
  sandbox = payments
})
afterAll(() => app.close())

async function pay(): Promise<void> {
  const plan = { key: randomUUID(), email: 'pat@club.example', description: 'Saturday Golf' }
  const customerId = await sandbox.createCustomer({ ...plan, name: 'Pat' })
  const { clientSecret } = await sandbox.beginSubscription({ ...plan, customerId })
  await sandbox.confirm(clientSecret, { card: 'pm_card_visa' })
}

async function listHandledEventIds(): Promise<string[]> {
  const { rows } = await app.ctx.db.$client.query<{ id: string }>(
    'select id from payment_events order by id',
  )
  return rows.map(({ id }) => id)
}

test('sends every sandbox event to the app exactly once', async () => {
  await pay()
  expect(await listHandledEventIds()).toEqual([])
  await app.runJobs()
  const eventIds = (await sandbox.listEvents(new Date(0))).map(({ id }) => id)
  expect(eventIds).toHaveLength(4)
  expect(await listHandledEventIds()).toEqual(eventIds)

  const tasks = tasksOf(app.ctx)
  for (const eventId of eventIds) await tasks['sandbox_event']?.({ eventId })
  expect(await listHandledEventIds()).toEqual(eventIds)
})

test('ignores an unknown sandbox event', async () => {
  await tasksOf(app.ctx)['sandbox_event']?.({ eventId: 'evt_none' })
})

test('runs the sandbox every minute, but only where the sandbox is enabled', async () => {
  expect(scheduleOf(app.ctx)).toContainEqual({ task: 'work_sandbox', match: '* * * * *' })
  await tasksOf(app.ctx)['work_sandbox']?.({})

  const ctxWithoutPayments = { ...app.ctx, payments: undefined }
  const names = [
    ...scheduleOf(ctxWithoutPayments).map(({ task }) => task),
    ...Object.keys(tasksOf(ctxWithoutPayments)),
  ]
  expect(names.filter((name) => name.includes('sandbox'))).toEqual([])
})
