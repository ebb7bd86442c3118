import { afterAll, beforeAll, expect, test } from 'vitest'
import { myData } from '../../../contract/golfers.ts'
import { CONSENT_WORDING } from '../../../contract/preferences.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import { paymentHelpers } from '../../system-tests/testing/paying.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { authenticate } from '../access.ts'
import { recordAction } from '../store.ts'
import { readMyData } from './read-my-data.ts'

let app: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

const dataOf = async (session: string) =>
  myData.parse((await app.phone(session).get('/api/my-data')).body)

test('includes everything about the golfer, and nothing about others except group names', async () => {
  const me = await make.golfer({ name: 'Casey Tran' })
  const mine = await make.group({ name: 'Alpha', owner: me })
  const theirs = await make.group({ name: 'Beta' })
  await make.member(theirs, { golfer: me })
  const friend = await make.member(mine, { name: 'Somebody Else' })
  await make.teeTime(mine, { notes: 'My own words', players: [friend] })
  const round = await make.teeTime(theirs, {
    notes: "Another's words",
    time: '09:00',
    players: [me, theirs.owner],
  })
  await app.phone(me.session).post(`/api/tee-times/${round.id}/guests`, { name: 'My Guest' })
  await app
    .phone(theirs.owner.session)
    .post(`/api/tee-times/${round.id}/guests`, { name: 'Their Guest' })
  const full = await make.teeTime(theirs, { time: '12:00', maxPlayers: 1, players: [theirs.owner] })
  await app.phone(me.session).post(`/api/tee-times/${full.id}/wait`, { autoAccept: true })
  const reserved = await make.teeTime(theirs, { time: '13:00' })
  await app.phone(theirs.owner.session).post(`/api/tee-times/${reserved.id}/holds`, {
    forGolferId: me.id,
    date: reserved.date,
    time: '08:00',
  })
  const cancelled = await make.teeTime(theirs, { creator: me, time: '10:00' })
  await app.phone(me.session).delete(`/api/tee-times/${cancelled.id}`)
  await make.teeTime(theirs, { time: '11:00' })
  await app.ctx.db.transaction((tx) =>
    recordAction(app.ctx, tx, {
      actorId: theirs.owner.id,
      action: 'admin-made',
      group: { groupId: theirs.id, name: 'Beta' },
      golferId: me.id,
    }),
  )

  const data = await dataOf(me.session)
  expect(data).toMatchObject({
    golfer: { id: me.id, email: me.email, phone: '403-555-0199' },
    groups: [
      { id: mine.id, name: 'Alpha', role: 'owner' },
      { id: theirs.id, name: 'Beta', role: 'member' },
    ],
    teeTimes: [
      { groupName: 'Beta', time: '10:00', posted: true, hasSpot: false, cancelled: true },
      { groupName: 'Beta', time: '09:00', notes: null, hasSpot: true, guests: ['My Guest'] },
      { groupName: 'Alpha', notes: 'My own words', posted: true, hasSpot: false, cancelled: false },
    ],
    waiting: [
      { groupName: 'Beta', time: '12:00', autoAccept: true, heldUntil: null },
      { groupName: 'Beta', time: '13:00', joinedAt: null, heldUntil: expect.any(String) },
    ],
    waitingEvents: [{ groupName: 'Beta', event: 'waited' }],
    actions: [{ action: 'admin-made', groupName: 'Beta' }],
    sessions: [{ device: 'Unknown device' }],
  })
  expect(data.teeTimes).toHaveLength(3)
  const text = JSON.stringify(data)
  for (const foreign of [
    'Somebody Else',
    friend.email,
    theirs.owner.email,
    "Another's words",
    'Their Guest',
  ]) {
    expect(text).not.toContain(foreign)
  }
})

test('includes my signups, and join requests with my account or only my email', async () => {
  const me = await make.golfer()
  const group = await make.group({ name: 'Gamma' })
  const at = app.clock.now().toISOString()
  await app.ctx.db.execute(`
    insert into join_requests (group_id, golfer_id, name, email, phone, created_at, decided_at, decision)
    values (${group.id}, ${me.id}, 'Me', 'old@club.example', '403-555-0142', '${at}', '${at}', 'declined'),
      (${group.id}, null, 'Me', '${me.email.toUpperCase()}', '', '2026-05-01T00:00:00Z', null, null),
      (${group.id}, null, 'Another', 'another@club.example', '', '${at}', null, null)`)
  await app.ctx.db.execute(`
    insert into signups (kind, email, group_name, slug, time_zone, created_at, expires_at)
    values ('trial', '${me.email}', 'Delta', 'delta-waits', 'America/Edmonton', '${at}', '${at}')`)
  expect(await dataOf(me.session)).toMatchObject({
    joinRequests: [
      {
        groupName: 'Gamma',
        name: 'Me',
        email: 'old@club.example',
        phone: '403-555-0142',
        createdAt: at,
        decision: 'declined',
      },
      { groupName: 'Gamma', email: me.email.toUpperCase(), decision: null },
    ],
    waitingGroups: [{ name: 'Delta', slug: 'delta-waits' }],
  })
})

test('lists my phones with push notifications, without anything that could send to them', async () => {
  const me = await make.golfer()
  const other = await make.golfer()
  for (const [golfer, host] of [
    [me, 'push.example'],
    [other, 'other.example'],
  ] as const) {
    await app.phone(golfer.session).post('/api/my-push-subscriptions', {
      endpoint: `https://${host}/send/secret`,
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
    })
  }
  const { notifiedPhones } = await dataOf(me.session)
  expect(notifiedPhones).toEqual([
    { device: 'Unknown device', service: 'push.example', since: app.clock.now().toISOString() },
  ])
})

test('includes what I paid, but not what someone else paid for my group', async () => {
  const formerOwner = await make.golfer()
  const me = await make.golfer()
  const group = await make.group({
    owner: formerOwner,
    expiryDate: new Date('2026-06-04T16:00:00Z'),
  })
  await make.member(group, { golfer: me })
  const money = paymentHelpers(app)
  const at = app.clock.now().toISOString()
  const paid = { slug: group.slug, amount: 3_995, currency: 'usd', at }
  await money.paid(group)
  expect(await dataOf(formerOwner.session)).toMatchObject({ payments: [paid] })
  await app
    .phone(formerOwner.session)
    .post(`/api/groups/${group.id}/transfer-ownership`, { newOwnerId: me.id })
  expect(await dataOf(me.session)).toMatchObject({ payments: [] })
  expect(await dataOf(formerOwner.session)).toMatchObject({ payments: [paid] })
})

test('runs a fixed number of statements', async () => {
  const me = await make.golfer()
  const countStatements = async () => {
    const before = app.statements.length
    await dataOf(me.session)
    return app.statements.length - before
  }
  await countStatements()
  const countWithoutData = await countStatements()
  for (const name of ['Epsilon', 'Zeta', 'Eta']) {
    const group = await make.group({ name, owner: me })
    await make.teeTime(group, { players: [me] })
  }
  expect(await countStatements()).toBe(countWithoutData)
})

test("includes my choices, consents and messages, but nothing about my number's previous owner", async () => {
  const me = await make.golfer({ phone: '+14035553001' })
  const group = await make.group({ name: 'Theta', owner: me })
  const number = '+14035553001'
  const early = '2026-05-01T00:00:00Z'
  const at = app.clock.now().toISOString()
  const phone = app.phone(me.session)
  const receiveText = (id: string, when: string) =>
    app.ctx.db.execute(`
    insert into incoming_texts (provider_id, number, body, received_at)
    values ('${id}', '${number}', '${id}', '${when}')`)
  await receiveText('before me', early)
  await phone.put('/api/my-preferences', {
    channels: { posted: 'off' },
    groups: [{ id: group.id, muted: true }],
    textConsent: true,
  })
  await receiveText('IN 7', at)
  await app.ctx.db.execute(`
    insert into incoming_texts (provider_id, number, body, received_at)
    values ('forgotten', '${number}', '', '${at}')`)
  await app.ctx.db.execute(`
    insert into deliveries (event, golfer_id, group_id, key, channel, status, body, created_at)
    values ('spots', ${me.id}, ${group.id}, 'mine', 'text', 'delivered', 'the words', '${at}'),
      ('reply', null, null, 'nobodys', 'text', 'sent', null, '${at}')`)
  const data = await dataOf(me.session)
  expect(data).toMatchObject({
    groups: [{ muted: true }],
    preferences: { channels: { posted: 'off', mine: 'text' } },
    textConsents: [{ at, number, step: 'given', how: 'box', wording: CONSENT_WORDING }],
    messages: [
      { event: 'spots', channel: 'text', status: 'delivered', at, groupName: 'Theta' },
      { event: 'texts-on', channel: 'email' },
    ],
    textsFromMe: [{ at, body: 'IN 7' }],
  })
  expect(data.messages).toHaveLength(2)

  // Now two profiles have the number, so it is unclear who sent the text.
  await make.golfer({ phone: number })
  expect(await dataOf(me.session)).toMatchObject({ textsFromMe: [] })
})

test('fails when a domain does not provide its part', async () => {
  const me = await make.golfer()
  const holder = await authenticate(app.ctx, me.session)
  for (const missing of app.ctx.golferHooks) {
    const golferHooks = app.ctx.golferHooks.filter((hooks) => hooks !== missing)
    await expect(readMyData({ ...app.ctx, golferHooks }, holder)).rejects.toThrow('invalid_type')
  }
  expect(await readMyData(app.ctx, holder)).toMatchObject({ golfer: { id: me.id } })
})
