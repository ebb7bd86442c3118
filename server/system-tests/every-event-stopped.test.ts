// @module-tag thorough
import { expect, onTestFinished, test } from 'vitest'
import { type AlertEvent, alertEvent } from '../../contract/alerts.ts'
import type { TeeTime } from '../../contract/tee-times.ts'
import type { Recipient } from '../ports.ts'
import { inboundParams, signedRequest } from '../providers/texts/testing/twilio-stand-in.ts'
import { MONDAY, startAlertScene } from './testing/alert-scene.ts'

const detailsOf = ({ course, date, time, maxPlayers, notes }: TeeTime) => ({
  course,
  date,
  time,
  maxPlayers,
  notes,
})

test('sends an email and no text for every event after STOP', async () => {
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
  const ownTeeTime = await scene.make.teeTime(group, {
    creator: tex,
    joinAsPlayer: true,
    players: [olga],
    cancelHours: 24,
  })
  const openTeeTime = await scene.make.teeTime(group, { creator: olga, cancelHours: 24 })
  const canceled = await scene.make.teeTime(group, { creator: olga, players: [tex] })
  const offered = await scene.make.teeTime(group, { creator: olga })
  const reserved = await scene.make.teeTime(group, { creator: olga })
  const groups = {
    paid: await scene.make.group({ owner: tex }),
    pastDue: await scene.make.group({ owner: tex }),
    expired: await scene.make.group({ owner: tex }),
  }
  await scene.call(olga, 'delete', `/api/tee-times/${canceled.id}`)
  await scene.takeReceived()
  const textsBefore = scene.twilio.received.length
  const [texRow] = await scene.query('select phone_number as number from golfers where id = $1', [
    tex.id,
  ])
  const webhook = '/api/webhooks/twilio/inbound'
  const stop = await fetch(
    scene.app.url + webhook,
    signedRequest(
      `https://golf.example${webhook}`,
      inboundParams({ from: texRow?.number, body: 'Stop' }),
    ),
  )
  expect(stop.status).toBe(200)
  await scene.takeReceived()
  // After STOP, only the confirmation is sent as a text.
  expect(scene.twilio.received.slice(textsBefore).map(({ to }) => to)).toEqual([texRow?.number])

  const until = new Date(scene.app.clock.now().getTime() + 3_600_000).toISOString()
  await scene.query(
    `insert into waiting_list (tee_time_id, group_id, golfer_id, joined_at)
     values ($1, $2, $3, now())`,
    [offered.id, offered.groupId, tex.id],
  )
  const keepSpot = (teeTimeId: number, status: 'offer' | 'reservation') =>
    scene.query(
      `update spots set status = $2, golfer_id = $3, until = $4, claim_id = nextval('spot_claims'),
         claimed_at = now()
       where tee_time_id = $1 and position = 1`,
      [teeTimeId, status, tex.id, until],
    )
  await keepSpot(offered.id, 'offer')
  await keepSpot(reserved.id, 'reservation')
  const setSubscription = (id: number, status: string, expiry: string) =>
    scene.query(
      'update groups set subscription_status = $2, expiry_date = $3, renews = true where id = $1',
      [id, status, expiry],
    )
  await setSubscription(groups.paid.id, 'active', '2020-12-01T16:00:00Z')
  await setSubscription(groups.pastDue.id, 'past_due', '2020-12-01T16:00:00Z')
  await setSubscription(groups.expired.id, 'expired', '2019-12-01T16:00:00Z')
  const startsAt = new Date(ownTeeTime.startsAt).toISOString()
  const overridesByEvent: Partial<Record<AlertEvent, Partial<Recipient>>> = {
    posted: { teeTimeIds: [openTeeTime.id] },
    opened: { teeTimeIds: [openTeeTime.id] },
    changed: { data: { ...detailsOf(ownTeeTime), time: '09:00' } },
    cancelled: { teeTimeIds: [canceled.id], data: { by: olga.id } },
    'reminder-evening': { data: { startsAt } },
    'reminder-soon': { data: { startsAt } },
    added: { data: { how: 'added', by: olga.id } },
    'trial-ends': { data: { expiryDate: '2020-06-08T16:00:00.000Z' } },
    offer: { teeTimeIds: [offered.id], data: { until } },
    'offer-expired': { teeTimeIds: [openTeeTime.id] },
    reserved: { teeTimeIds: [reserved.id] },
    delayed: { data: { [ownTeeTime.id]: '07:00' } },
    'running-late': { data: { by: olga.id, minutes: 10 } },
    'cut-off': { data: { cutOff: '2020-06-03T14:12:00.000Z' } },
    'last-call': { teeTimeIds: [openTeeTime.id] },
    'spot-filled': { teeTimeIds: [openTeeTime.id], data: { by: olga.id } },
    'weather-watch': { data: { date: ownTeeTime.date, rain: 80 } },
    paid: { groupId: groups.paid.id },
    'payment-failed': { groupId: groups.pastDue.id },
    'payment-returned': { data: { how: 'refunded', amount: 3_995 } },
    'subscription-ended': { groupId: groups.expired.id },
    'group-deleted': { data: { groupName: 'Old Stampede', by: olga.id } },
  }
  const events = alertEvent.options.filter((event) => event !== 'reply' && event !== 'opt-in')
  for (const event of events) {
    const overrides = { teeTimeIds: [ownTeeTime.id], ...overridesByEvent[event] }
    const key = `stopped:${event}`
    const { ctx, clock } = scene.app
    const recipient = { golferId: tex.id, groupId: group.id, ...overrides, key }
    await ctx.notify(ctx.db, event, [recipient], clock.now())
  }
  const { texts, mails } = await scene.takeReceived()
  expect(texts).toEqual({})
  expect(mails['Tex']).toHaveLength(events.length)
})
