import { expect, onTestFinished, test } from 'vitest'
import { type AlertEvent, alertEvent } from '../contract/alerts.ts'
import type { TeeTime } from '../contract/tee-times.ts'
import { type Alert, queueDelivery } from './features/deliveries/queue-delivery.ts'
import { inboundParams, signed } from './providers/texts/testing/twilio-stand-in.ts'
import { MONDAY, startAlertScene } from './testing/alert-scene.ts'

const detailsOf = ({ course, date, time, maxPlayers, notes }: TeeTime) => ({
  course,
  date,
  time,
  maxPlayers,
  notes,
})

test('STOP, then every event: no text, and an email for each', async () => {
  const scene = await startAlertScene()
  onTestFinished(() => scene.close())
  const { group, tex, olga } = await scene.club()
  await scene.query('update groups set owner_id = $2, expiry_date = $3 where id = $1', [
    group.id,
    tex.id,
    '2020-06-08T16:00:00Z',
  ])
  await scene.query(
    `insert into join_requests (group_id, name, email, phone, created_at)
     values ($1, 'Dan', 'dan@club.example', '', $2)`,
    [group.id, MONDAY],
  )
  const mine = await scene.make.teeTime(group, {
    creator: tex,
    joinAsPlayer: true,
    players: [olga],
  })
  const open = await scene.make.teeTime(group, { creator: olga })
  const gone = await scene.make.teeTime(group, { creator: olga, players: [tex] })
  await scene.call(olga, 'delete', `/api/tee-times/${gone.id}`)
  await scene.heard()
  const before = scene.twilio.taken.length
  const [number] = await scene.query('select phone_number as is from golfers where id = $1', [
    tex.id,
  ])
  const webhook = '/api/webhooks/twilio/inbound'
  const stop = await fetch(
    scene.it.url + webhook,
    signed(`https://golf.example${webhook}`, inboundParams({ from: number?.is, body: 'Stop' })),
  )
  expect(stop.status).toBe(200)
  await scene.heard()
  // The one text that confirms it.
  expect(scene.twilio.taken.slice(before).map(({ to }) => to)).toEqual([number?.is])

  const startsAt = new Date(mine.startsAt).toISOString()
  const about: Partial<Record<AlertEvent, Partial<Alert>>> = {
    posted: { teeTimeIds: [open.id] },
    opened: { teeTimeIds: [open.id] },
    changed: { data: { ...detailsOf(mine), time: '09:00' } },
    cancelled: { teeTimeIds: [gone.id], data: { by: olga.id } },
    'reminder-evening': { data: { startsAt } },
    'reminder-soon': { data: { startsAt } },
    added: { data: { how: 'added', by: olga.id } },
    'trial-ends': { data: { expiryDate: '2020-06-08T16:00:00.000Z' } },
  }
  const events = alertEvent.options.filter((event) => event !== 'reply' && event !== 'opt-in')
  for (const event of events) {
    const told = { teeTimeIds: [mine.id], ...about[event] }
    const key = `stopped:${event}`
    await queueDelivery(
      scene.it.ctx.db,
      { event, golferId: tex.id, groupId: group.id, ...told, key },
      scene.it.clock.now(),
    )
  }
  const { texts, mails } = await scene.heard()
  expect(texts).toEqual({})
  expect(mails['Tex']).toHaveLength(events.length)
})
