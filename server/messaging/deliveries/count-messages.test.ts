import { register as processRegistry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TextRefused } from '../../providers/texts/texts.ts'
import { handleReport } from './handle-report.ts'
import { type DeliveryScene, FakeTextProvider, startScene } from './testing/delivery-scene.ts'

let scene: DeliveryScene

beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.app.close())

async function readAndResetCounts(): Promise<string[]> {
  const metric = await processRegistry.getSingleMetric('fourball_messages_total')?.get()
  const lines = metric?.values.flatMap(({ labels, value }) =>
    value === 0 ? [] : [`${labels['channel']} ${labels['outcome']} ${value}`],
  )
  processRegistry.getSingleMetric('fourball_messages_total')?.reset()
  return lines ?? []
}

test('counts messages by channel and outcome', async () => {
  const group = await scene.make.group()
  const ann = await scene.addMember(group)
  const provider = new FakeTextProvider()
  const queueAlert = () => scene.queueAlert({ golferId: ann.id, groupId: group.id })
  await readAndResetCounts()

  await scene.send(scene.contextWith(provider), await queueAlert())
  expect(await readAndResetCounts()).toEqual(['text sent 1'])

  const report = { providerId: 'SM1', status: 'delivered', errorCode: null } as const
  await handleReport(scene.app.ctx, report)
  await handleReport(scene.app.ctx, report)
  expect(await readAndResetCounts()).toEqual(['text delivered 1'])

  await scene.send(scene.contextWith(provider), await queueAlert(), async () => undefined)
  expect(await readAndResetCounts()).toEqual(['text dropped 1'])

  provider.beforeAccepting = () =>
    Promise.reject(new TextRefused('bad-number', '30006', 'Landline'))
  await scene.send(scene.contextWith(provider), await queueAlert())
  expect((await readAndResetCounts()).sort()).toEqual(['email sent 1', 'text emailed 1'])
})
