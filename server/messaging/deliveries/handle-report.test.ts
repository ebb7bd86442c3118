import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestGroup } from '../../system-tests/testing/factories.ts'
import { handleEarlyReport, handleReport } from './handle-report.ts'
import { type DeliveryScene, FakeTextProvider, NOON, startScene } from './testing/delivery-scene.ts'

let scene: DeliveryScene
let group: TestGroup
let ann: Awaited<ReturnType<DeliveryScene['addMember']>>
let provider: FakeTextProvider

beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  scene.app.clock.moveTo(NOON)
  await scene.query('truncate messages, deliveries, text_days, text_numbers, consent_entries')
  await scene.query('delete from graphile_worker._private_jobs')
  group = await scene.make.group()
  ann = await scene.addMember(group)
  provider = new FakeTextProvider()
})

async function sendAlert(): Promise<number> {
  const id = await scene.queueAlert({ golferId: ann.id, groupId: group.id, teeTimeIds: [7] })
  await scene.send(scene.contextWith(provider), id)
  return id
}
const deliveredReport = { providerId: 'SM1', status: 'delivered', errorCode: null } as const
const failedReport = (errorCode: string | null) =>
  ({ providerId: 'SM1', status: 'failed', errorCode }) as const
const report = (what: Parameters<typeof handleReport>[1]) => handleReport(scene.app.ctx, what)

test('keeps a delivered text delivered, whatever later reports say', async () => {
  const id = await sendAlert()
  await Promise.all([report(deliveredReport), report(deliveredReport), report(deliveredReport)])
  await report(failedReport('30003'))
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'delivered', errorCode: null })
  expect(await scene.listDeliveries()).toHaveLength(1)
})

test('emails an alert once if its text was not delivered', async () => {
  const id = await sendAlert()
  await Promise.all(Array.from({ length: 5 }, () => report(failedReport('30003'))))
  await report(deliveredReport)
  expect(await scene.readDelivery(id)).toMatchObject({
    status: 'failed',
    channel: 'text',
    errorCode: '30003',
  })
  const [, email, ...more] = await scene.listDeliveries()
  expect(more).toEqual([])
  await scene.send(scene.contextWith(provider), email?.id ?? 0)
  expect(await scene.readDelivery(email?.id ?? 0)).toMatchObject({
    status: 'sent',
    channel: 'email',
    recipient: ann.email,
    teeTimeIds: [7],
  })
  expect(provider.received).toHaveLength(1)
  // The phone was only off, so the next alert is a text again.
  await sendAlert()
  expect(provider.received).toHaveLength(2)
})

test.each([
  ['30034', { unreachable_code: '30034', stopped_at: null }],
  ['30006', { unreachable_code: '30006', stopped_at: null }],
  ['21610', { unreachable_code: null, stopped_at: new Date(NOON) }],
])('records error %s', async (code, expectedRow) => {
  await sendAlert()
  await report(failedReport(code))
  const [row] = await scene.query('select unreachable_code, stopped_at from text_numbers')
  expect(row).toEqual(expectedRow)
  await sendAlert()
  expect(provider.received).toHaveLength(1)
})

test('applies a report that arrives before the text is recorded as sent', async () => {
  await report(deliveredReport)
  const [job] = await scene.query<{ payload: unknown }>(
    'select payload from graphile_worker._private_jobs',
  )
  const id = await sendAlert()
  await handleEarlyReport(scene.app.ctx, job?.payload)
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'delivered' })
})

test('applies a report that arrives minutes before the text is recorded', async () => {
  const readReportPayload = async () => {
    const jobs = await scene.query<{ payload: object }>(
      `select payload from graphile_worker._private_jobs where key like 'report:%' order by id desc`,
    )
    return jobs[0]?.payload
  }
  await report(failedReport('30003'))
  await handleEarlyReport(scene.app.ctx, await readReportPayload())
  const id = await sendAlert()
  await handleEarlyReport(scene.app.ctx, await readReportPayload())
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'failed', errorCode: '30003' })
  await handleEarlyReport(scene.app.ctx, { ...(await readReportPayload()), providerId: 'SM999' })
  expect(
    await scene.query(`select from graphile_worker._private_jobs where key like 'report:%'`),
  ).toHaveLength(2)
})

test('ignores a report of an unknown text', async () => {
  const id = await sendAlert()
  await report({ ...failedReport('30034'), providerId: 'SM999' })
  await scene.app.runJobs()
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'sent' })
  expect(await scene.listDeliveries()).toHaveLength(1)
})
