import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { register as processRegistry } from 'prom-client'
import { expect, test } from 'vitest'
import { LiveStream, OpenStreams } from './streams.ts'

test('counts each open stream once in the metrics', async () => {
  const streams = new OpenStreams()
  const open = () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    return new LiveStream({ sessionId: 'a', golferId: 1 }, response)
  }
  const readGauge = async () => {
    const metric = await processRegistry.getSingleMetric('fourball_live_streams')?.get()
    return metric?.values[0]?.value ?? 0
  }
  const before = await readGauge()
  const [one, two] = [open(), open()]
  streams.add(one)
  streams.add(two)
  expect(await readGauge()).toBe(before + 2)
  for (const stream of [one, one, two]) streams.delete(stream)
  expect(await readGauge()).toBe(before)
})
