import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AlertEvent, alertEvent } from '../contract/alerts.ts'
import type { TeeTime } from '../contract/tee-times.ts'
import { OPT_IN_REQUEST } from './features/consents/ask-number.ts'
import { type Alert, queueDelivery } from './features/deliveries/queue-delivery.ts'
import { inboundParams, signed } from './providers/texts/testing/twilio-stand-in.ts'
import { type AlertScene, MONDAY, startAlertScene } from './testing/alert-scene.ts'
import type { TestGolfer } from './testing/factories.ts'

// Every event of the product, over a real mail server and a stand-in of Twilio: to the right people
// and no others, in the right words, in their own time zone.

const MINUTE = 60_000

let scene: AlertScene
let club: Awaited<ReturnType<AlertScene['club']>>
beforeAll(async () => {
  scene = await startAlertScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  scene.it.clock.moveTo(MONDAY)
  await scene.query('delete from tee_times')
  club = await scene.club()
  await scene.heard()
})

const claim = (golfer: TestGolfer, { id }: TeeTime) =>
  scene.call(golfer, 'post', `/api/tee-times/${id}/claim`)
const leave = (golfer: TestGolfer, { id }: TeeTime) =>
  scene.call(golfer, 'post', `/api/tee-times/${id}/unclaim`)

/** A tee time on Thursday at 8:12, of Tex unless told otherwise, that everybody knows of. */
async function known(plan: Parameters<AlertScene['make']['teeTime']>[1] = {}): Promise<TeeTime> {
  const card = await scene.make.teeTime(club.group, { creator: club.tex, ...plan })
  await scene.heard()
  // What the players did is old by now.
  scene.it.clock.moveBy(10 * MINUTE)
  return card
}

const detailsOf = ({ course, date, time, maxPlayers, notes }: TeeTime) => ({
  course,
  date,
  time,
  maxPlayers,
  notes,
})

const card = () => `https://golf.example/${club.group.slug}?t=1`
const home = () => `https://golf.example/${club.group.slug}`

test('posted: the members, but for who posted', async () => {
  await scene.make.teeTime(club.group, { creator: club.tex, joinAsPlayer: true })
  const { texts, mails } = await scene.heard()
  const text = (time: string) =>
    `Fourball: 3 spots, #1 Thu Jun 4 ${time} Shaganappi Point (Tex). Reply IN 1. ${card()}`
  expect(texts).toEqual({ Olga: [text('8:12 AM')], Tori: [text('8:12 AM MDT')] })
  const subject = 'Shaganappi Point, Thu, Jun 4, 8:12 AM: 3 spots open'
  expect(mails).toEqual({ Eve: [subject], Nora: [subject], Stan: [subject], Una: [subject] })
  // Nora is asked whether she would rather have texts.
  const asked = scene.twilio.taken.filter(({ body }) => body === OPT_IN_REQUEST)
  expect(asked.map(({ to }) => scene.names.get(to))).toContain('Nora')
})

test('posted: two within a moment are one message, without one’s own', async () => {
  await scene.make.teeTime(club.group, { creator: club.tex })
  await scene.make.teeTime(club.group, { creator: club.olga, time: '14:00' })
  await scene.make.teeTime(club.group, { creator: club.olga, time: '14:10' })
  const { texts } = await scene.heard()
  expect(texts['Tex']).toEqual([
    `Fourball: #2 Thu Jun 4 2:00 PM Shaganappi Point; #3 Thu Jun 4 2:10 PM Shaganappi Point. Reply IN 2 or IN 3. ${home()}`,
  ])
  expect(texts['Olga']).toEqual([
    `Fourball: 4 spots, #1 Thu Jun 4 8:12 AM Shaganappi Point (Tex). Reply IN 1. ${card()}`,
  ])
  expect(texts['Tori']).toHaveLength(1)
})

test('spots: three claims within five minutes are one text to who posted, and nobody else', async () => {
  const teeTime = await known({ joinAsPlayer: true })
  for (const golfer of [club.tori, club.eve, club.mia]) {
    await claim(golfer, teeTime)
    scene.it.clock.moveBy(MINUTE)
  }
  expect(await scene.heard()).toEqual({
    texts: {
      Tex: [
        `Fourball: #1 Thu Jun 4 8:12 AM Shaganappi Point is full: you, Tori, Eve and Mia. ${card()}`,
      ],
    },
    mails: {},
  })
})

test('opened: a spot in a full tee time of tomorrow, to who may take it', async () => {
  const teeTime = await known({
    date: '2020-06-02',
    maxPlayers: 2,
    joinAsPlayer: true,
    players: [club.tori],
  })
  await leave(club.tori, teeTime)
  const { texts, mails } = await scene.heard()
  expect(texts).toEqual({
    Olga: [
      `Fourball: 1 spot open again, #1 Tue Jun 2 8:12 AM Shaganappi Point (Tex). Reply IN 1. ${card()}`,
    ],
    Tex: [`Fourball: #1 Tue Jun 2 8:12 AM Shaganappi Point: 1 of 2 filled by you. ${card()}`],
  })
  expect(Object.keys(mails).sort()).toEqual(['Eve', 'Nora', 'Stan', 'Una'])
  expect(mails['Eve']).toEqual(['Shaganappi Point, Tue, Jun 2, 8:12 AM: 1 spot open again'])
  // Once in a while is enough.
  await claim(club.tori, teeTime)
  await leave(club.tori, teeTime)
  expect((await scene.heard()).texts['Olga']).toBeUndefined()
  // Thursday is far.
  const far = await known({ maxPlayers: 1, players: [club.tori] })
  await leave(club.tori, far)
  expect(Object.keys((await scene.heard()).texts)).toEqual(['Tex'])
})

test('changed: the players, but for who did it, with the calendar file', async () => {
  const players = [club.tori, club.eve, club.mia, club.otto]
  const teeTime = await known({ joinAsPlayer: true, maxPlayers: 5, players })
  const before = scene.smtp.taken.length
  await scene.call(club.tex, 'put', `/api/tee-times/${teeTime.id}`, {
    time: '08:30',
    version: teeTime.version,
  })
  expect(await scene.heard()).toEqual({
    texts: {
      Mia: [`Fourball: #1 Thu Jun 4 Shaganappi Point: now 8:30 AM (was 8:12). ${card()}`],
      Tori: [`Fourball: #1 Thu Jun 4 Shaganappi Point: now 8:30 AM MDT (was 8:12). ${card()}`],
    },
    mails: { Eve: ['Changed: Shaganappi Point, Thu, Jun 4, 8:30 AM'] },
  })
  const mail = scene.smtp.taken[before]?.raw ?? ''
  expect(mail).toContain('text/calendar')
  expect(mail).toMatch(
    /List-Unsubscribe:\s+<https:\/\/golf\.example\/api\/unsubscribe\/\w+\/changed>/,
  )
})

test('changed: another time zone of the group, once to each player', async () => {
  await known({ creator: club.olga, joinAsPlayer: true, players: [club.tex, club.tori] })
  await known({ creator: club.olga, time: '09:00', players: [club.tex] })
  await scene.call(club.olga, 'patch', `/api/groups/${club.group.id}/name`, {
    name: 'Saturday Stampede',
    timeZone: 'America/Toronto',
  })
  expect(await scene.heard()).toEqual({
    texts: {
      Tex: [
        `Fourball: Saturday Stampede is now on EDT. Your tee times keep local time: #1 Thu Jun 4 8:12 AM, #2 Thu Jun 4 9:00 AM. ${home()}`,
      ],
      Tori: [
        `Fourball: Saturday Stampede is now on EDT. Your tee times keep local time: #1 Thu Jun 4 8:12 AM. ${home()}`,
      ],
    },
    mails: {},
  })
})

test('cancelled: the players, but for who did it', async () => {
  const players = [club.tori, club.eve, club.mia, club.otto]
  const teeTime = await known({ joinAsPlayer: true, maxPlayers: 5, players })
  await scene.call(club.tex, 'delete', `/api/tee-times/${teeTime.id}`)
  const text = (time: string) =>
    `Fourball: Cancelled: #1 Thu Jun 4 ${time} Shaganappi Point (Tex). ${home()}`
  expect(await scene.heard()).toEqual({
    texts: { Mia: [text('8:12 AM')], Tori: [text('8:12 AM MDT')] },
    mails: { Eve: ['Cancelled: Shaganappi Point, Thu, Jun 4, 8:12 AM'] },
  })
})

test('cancelled: by the owner for who has left the group', async () => {
  const teeTime = await known({ joinAsPlayer: true, players: [club.olga, club.tori] })
  await scene.call(club.tex, 'post', `/api/groups/${club.group.id}/leave`)
  await scene.heard()
  await scene.call(club.olga, 'delete', `/api/tee-times/${teeTime.id}`)
  expect(await scene.heard()).toEqual({
    texts: {
      Tori: [`Fourball: Cancelled: #1 Thu Jun 4 8:12 AM MDT Shaganappi Point (Olga). ${home()}`],
    },
    mails: {},
  })
})

test('reminders: at 18:00 of one’s own clock on the evening before, and 3 hours before', async () => {
  const players = [club.tori, club.eve, club.mia, club.otto]
  await known({ joinAsPlayer: true, maxPlayers: 6, players })
  const at = async (instant: string) => {
    scene.it.clock.moveTo(instant)
    await scene.work('remind_players')
    return scene.heard()
  }
  const nothing = { texts: {}, mails: {} }
  expect(await at('2020-06-03T21:59:59Z')).toEqual(nothing)
  const play = (when: string, time: string) =>
    expect.stringContaining(
      `Fourball: You play ${when}: #1 Thu Jun 4 ${time} Shaganappi Point, with `,
    )
  expect(await at('2020-06-03T22:00:00Z')).toEqual({
    texts: { Tori: [play('tomorrow', '8:12 AM MDT')] },
    mails: {},
  })
  expect(await at('2020-06-03T23:59:59Z')).toEqual(nothing)
  expect(await at('2020-06-04T00:00:00Z')).toEqual({
    texts: { Tex: [play('tomorrow', '8:12 AM')], Mia: [play('tomorrow', '8:12 AM')] },
    mails: { Eve: ['You play tomorrow: Shaganappi Point, Thu, Jun 4, 8:12 AM'] },
  })
  expect(await at('2020-06-04T00:01:00Z')).toEqual(nothing)
  expect(await at('2020-06-04T11:11:59Z')).toEqual(nothing)
  expect(await at('2020-06-04T11:12:00Z')).toEqual({
    texts: {
      Tex: [play('in 3 hours', '8:12 AM')],
      Mia: [play('in 3 hours', '8:12 AM')],
      Tori: [play('in 3 hours', '8:12 AM MDT')],
    },
    mails: { Eve: ['You play in 3 hours: Shaganappi Point, Thu, Jun 4, 8:12 AM'] },
  })
  expect(await at('2020-06-04T11:13:00Z')).toEqual(nothing)
})

test('added: a golfer with an account, by an admin and by an accepted request', async () => {
  const { xen, olga, group } = club
  const address = { name: 'Xen', email: xen.email, phone: '403-555-0177' }
  await scene.call(olga, 'post', `/api/groups/${group.id}/members`, address)
  expect(await scene.heard()).toEqual({
    texts: { Xen: [`Fourball: Olga added you to Saturday Stampede. See its tee times: ${home()}`] },
    mails: {},
  })
  // A new account is told by the mail with the link to its first password.
  const newcomer = { name: 'New Comer', email: 'new@club.example', phone: '403-555-0178' }
  scene.names.set(newcomer.email, newcomer.name)
  await scene.call(olga, 'post', `/api/groups/${group.id}/members`, newcomer)
  expect(await scene.heard()).toEqual({
    texts: {},
    mails: { 'New Comer': ['Welcome to Saturday Stampede on Fourball'] },
  })
})

test('join request: the owner and the admins; who is let in hears of it', async () => {
  const { group, olga, xen } = club
  await scene.query('update group_members set is_admin = true where golfer_id = any($1)', [
    [club.eve.id, club.mia.id],
  ])
  const link = (await scene.call(olga, 'post', `/api/groups/${group.id}/invite-links`)) as {
    token?: string
    url?: string
  }
  await scene.call(xen, 'post', `/api/invites/${link.token}/requests`, {})
  expect(await scene.heard()).toEqual({
    texts: {
      Olga: [`Fourball: Xen asks to join Saturday Stampede. Answer here: ${home()}/members`],
    },
    mails: { Eve: ['Xen asks to join Saturday Stampede'] },
  })
  // Asking again is no second request.
  await scene.call(xen, 'post', `/api/invites/${link.token}/requests`, {})
  expect(await scene.heard()).toEqual({ texts: {}, mails: {} })
  const [request] = await scene.query('select id from join_requests where group_id = $1', [
    group.id,
  ])
  await scene.call(olga, 'post', `/api/groups/${group.id}/requests/${request?.id}/accept`)
  expect(await scene.heard()).toEqual({
    texts: { Xen: [`Fourball: Olga let you into Saturday Stampede. See its tee times: ${home()}`] },
    mails: {},
  })
})

test('ownership: the new owner', async () => {
  await scene.call(club.olga, 'post', `/api/groups/${club.group.id}/transfer-ownership`, {
    newOwnerId: club.tex.id,
  })
  expect(await scene.heard()).toEqual({
    texts: { Tex: [`Fourball: Olga gave you Saturday Stampede; you own it now. ${home()}`] },
    mails: {},
  })
})

test('a group made by the super admin for somebody with an account', async () => {
  const boss = await scene.make.golfer({ isSuperAdmin: true })
  await scene.call(boss, 'post', '/api/admin/groups', {
    name: 'Friday Nine',
    slug: `friday-${club.group.slug}`.slice(0, 30).replace(/-$/, ''),
    adminName: 'Xen',
    adminEmail: club.xen.email,
    adminPhone: '403-555-0179',
  })
  const { texts, mails } = await scene.heard()
  expect(texts).toEqual({
    Xen: [
      expect.stringContaining('The Fourball team started Friday Nine for you, and you own it.'),
    ],
  })
  expect(mails).toEqual({})
})

test('trial: the owner, 7 days and 1 day before its end', async () => {
  await scene.query(`update groups set expiry_date = $2, created_at = $3 where id = $1`, [
    club.group.id,
    '2020-06-20T16:00:00Z',
    '2020-05-20T16:00:00Z',
  ])
  const at = async (instant: string) => {
    scene.it.clock.moveTo(instant)
    await scene.work('tell_trial_end')
    return (await scene.heard()).texts
  }
  expect(await at('2020-06-13T15:11:00Z')).toEqual({})
  expect(await at('2020-06-13T16:11:00Z')).toEqual({
    Olga: [
      `Fourball: The trial of Saturday Stampede ends in 7 days, on Sat Jun 20. Upgrade to go on posting tee times: ${home()}/subscribe`,
    ],
  })
  expect(await at('2020-06-13T17:11:00Z')).toEqual({})
  expect(await at('2020-06-19T16:11:00Z')).toEqual({
    Olga: [
      `Fourball: The trial of Saturday Stampede ends in 1 day, on Sat Jun 20. Upgrade to go on posting tee times: ${home()}/subscribe`,
    ],
  })
  expect(await at('2020-06-20T16:11:00Z')).toEqual({})
})

test('account: a changed and a reset password, another phone; by email, whatever was chosen', async () => {
  const { otto } = club
  const boss = await scene.make.golfer({ isSuperAdmin: true })
  await scene.call(boss, 'post', `/api/super-admin/reset-password/${otto.id}`, {
    password: 'greenside',
  })
  expect(await scene.heard()).toEqual({
    texts: {},
    mails: { Otto: ['Your Fourball password was reset'] },
  })
  const again = { ...otto, session: await scene.make.signIn(otto.id) }
  await scene.call(again, 'post', '/api/auth/change-password', {
    currentPassword: 'greenside',
    newPassword: 'fairways',
    confirmPassword: 'fairways',
  })
  await scene.call(again, 'put', '/api/auth/update-phone', { phone: '587-555-0142' })
  expect((await scene.heard()).mails).toEqual({
    Otto: ['Your Fourball password was changed', 'Your phone number on Fourball was changed'],
  })
})

test('STOP, then every event: no text, and an email for each', async () => {
  const { group, tex, olga } = club
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
  const mine = await known({ joinAsPlayer: true, players: [olga] })
  const open = await known({ creator: olga })
  const gone = await known({ creator: olga, players: [tex] })
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

test('every event was among these', async () => {
  const rows = await scene.query(
    `select distinct event from deliveries where key not like 'stopped:%'`,
  )
  expect(rows.map(({ event }) => event).sort()).toEqual([...alertEvent.options].sort())
})
