// @module-tag thorough
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alertEvent } from '../../contract/alerts.ts'
import {
  type AlertScene,
  EVENTS_OF_CUT_OFFS,
  EVENTS_OF_TEE_TIMES,
  MONDAY,
  startAlertScene,
} from './testing/alert-scene.ts'
import { paymentHelpers } from './testing/paying.ts'

// Tests every event about groups and accounts. See every-event.test.ts.

let scene: AlertScene
let club: Awaited<ReturnType<AlertScene['club']>>
beforeAll(async () => {
  scene = await startAlertScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  scene.app.clock.moveTo(MONDAY)
  club = await scene.club()
  await scene.takeReceived()
})

const homeUrl = () => `https://golf.example/${club.group.slug}`

test('invited: sends an email, whether or not the address has an account', async () => {
  const { xen, olga, group } = club
  const newcomer = { name: 'New Comer', email: 'new@club.example', phone: '403-555-0178' }
  scene.names.set(newcomer.email, newcomer.name)
  const existing = { name: 'Xen', email: xen.email, phone: '403-555-0177' }
  for (const address of [existing, newcomer]) {
    await scene.call(olga, 'post', `/api/groups/${group.id}/members`, address)
  }
  const subject = "You're invited to Saturday Stampede on Fourball"
  expect(await scene.takeReceived()).toEqual({
    texts: {},
    mails: { Xen: [subject], 'New Comer': [subject] },
  })
})

test('join request: notifies the owner and admins, then the golfer who is accepted', async () => {
  const { group, olga, xen } = club
  await scene.query('update group_members set is_admin = true where golfer_id = any($1)', [
    [club.eve.id, club.mia.id],
  ])
  const link = (await scene.call(olga, 'post', `/api/groups/${group.id}/invite-links`)) as {
    token?: string
    url?: string
  }
  await scene.call(xen, 'post', `/api/invites/${link.token}/requests`, {})
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Olga: [`Fourball: Xen wants to join Saturday Stampede. Respond here: ${homeUrl()}/members`],
    },
    mails: { Eve: ['Xen wants to join Saturday Stampede'] },
  })
  await scene.call(xen, 'post', `/api/invites/${link.token}/requests`, {})
  expect(await scene.takeReceived()).toEqual({ texts: {}, mails: {} })
  const [request] = await scene.query('select id from join_requests where group_id = $1', [
    group.id,
  ])
  await scene.call(olga, 'post', `/api/groups/${group.id}/requests/${request?.id}/accept`)
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Xen: [
        `Fourball: Olga approved your request to join Saturday Stampede. See the tee times: ${homeUrl()}`,
      ],
    },
    mails: {},
  })
})

test('ownership: notifies the new owner', async () => {
  await scene.call(club.olga, 'post', `/api/groups/${club.group.id}/transfer-ownership`, {
    newOwnerId: club.tex.id,
  })
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Tex: [`Fourball: Olga made you the owner of Saturday Stampede. ${homeUrl()}`],
    },
    mails: {},
  })
})

test('notifies the owner of a group that a super admin created for their account', async () => {
  const superAdmin = await scene.make.golfer({ isSuperAdmin: true })
  await scene.call(superAdmin, 'post', '/api/admin/groups', {
    name: 'Friday Nine',
    slug: `friday-${club.group.slug}`.slice(0, 30).replace(/-$/, ''),
    adminName: 'Xen',
    adminEmail: club.xen.email,
    adminPhone: '403-555-0179',
  })
  const { texts, mails } = await scene.takeReceived()
  expect(texts).toEqual({
    Xen: [
      expect.stringContaining("The Fourball team set up Friday Nine for you. You're the owner."),
    ],
  })
  expect(mails).toEqual({})
})

test('trial: notifies the owner 7 days and 1 day before the end', async () => {
  await scene.query(`update groups set expiry_date = $2, created_at = $3 where id = $1`, [
    club.group.id,
    '2020-06-20T16:00:00Z',
    '2020-05-20T16:00:00Z',
  ])
  const runAt = async (instant: string) => {
    scene.app.clock.moveTo(instant)
    await scene.runTask('notify_trial_end')
    return (await scene.takeReceived()).texts
  }
  expect(await runAt('2020-06-13T15:11:00Z')).toEqual({})
  expect(await runAt('2020-06-13T16:11:00Z')).toEqual({
    Olga: [
      `Fourball: The trial for Saturday Stampede ends in 7 days, on Sat Jun 20. Upgrade to keep posting tee times: ${homeUrl()}/subscribe`,
    ],
  })
  expect(await runAt('2020-06-13T17:11:00Z')).toEqual({})
  expect(await runAt('2020-06-19T16:11:00Z')).toEqual({
    Olga: [
      `Fourball: The trial for Saturday Stampede ends in 1 day, on Sat Jun 20. Upgrade to keep posting tee times: ${homeUrl()}/subscribe`,
    ],
  })
  expect(await runAt('2020-06-20T16:11:00Z')).toEqual({})
})

test('payments: notifies the owner of paid, failed and refunded payments and of the end', async () => {
  const { group, olga } = club
  const money = paymentHelpers(scene.app)
  await scene.query(`update groups set expiry_date = $2 where id = $1`, [
    group.id,
    '2020-06-20T16:00:00Z',
  ])
  const moveTo = async (instant: string) => {
    scene.app.clock.moveTo(instant)
    olga.session = await scene.make.signIn(olga.id)
  }
  const onlyMail = (subject: string) => ({ texts: {}, mails: { Olga: [subject] } })
  const onlyPaidText = (until: string) => ({
    texts: {
      Olga: [
        `Fourball: Payment received, thank you. Saturday Stampede is paid for until ${until}. ${homeUrl()}/profile`,
      ],
    },
    mails: {},
  })
  await money.paid(group)
  expect(await scene.takeReceived()).toEqual(onlyPaidText('Dec 20, 2020'))

  await money.changeInPortal(group, { card: 'pm_card_chargeCustomerFail' })
  await moveTo('2020-12-01T17:00:00Z')
  await money.changeInPortal(group, 'renew')
  // Alerts about failed payments are always emails, whatever the owner's settings.
  expect(await scene.takeReceived()).toEqual(onlyMail('The payment for Saturday Stampede failed'))
  await money.paid(group)
  expect(await scene.takeReceived()).toEqual(onlyPaidText('Jun 20, 2021'))

  await money.changeInPortal(group, 'cancel')
  await moveTo('2021-06-20T17:00:00Z')
  expect(await scene.takeReceived()).toEqual({ texts: {}, mails: {} })
  await scene.runTask('expire_groups')
  expect(await scene.takeReceived()).toEqual({
    texts: {
      Olga: [
        `Fourball: The subscription for Saturday Stampede has ended. Subscribe to post tee times again: ${homeUrl()}/subscribe`,
      ],
    },
    mails: {},
  })

  await money.paid(group)
  await scene.takeReceived()
  await money.changeInPortal(group, 'refund')
  expect(await scene.takeReceived()).toEqual(
    onlyMail('A payment for Saturday Stampede was refunded'),
  )
})

test('emails each member about a deleted group and about a restored one', async () => {
  const superAdmin = await scene.make.golfer({ isSuperAdmin: true })
  await scene.call(club.olga, 'delete', `/api/groups/${club.group.id}`, {
    name: 'Saturday Stampede',
  })
  const mailsOfMembers = (subject: string) =>
    Object.fromEntries(
      ['Tex', 'Tori', 'Eve', 'Nora', 'Stan', 'Una', 'Mia', 'Otto'].map((name) => [name, [subject]]),
    )
  expect(await scene.takeReceived()).toEqual({
    texts: {},
    mails: {
      Olga: ['You deleted Saturday Stampede'],
      ...mailsOfMembers('Saturday Stampede was deleted'),
    },
  })
  await scene.call(superAdmin, 'post', `/api/super-admin/groups/${club.group.id}/restore`)
  expect(await scene.takeReceived()).toEqual({
    texts: {},
    mails: {
      Olga: ['Saturday Stampede is back'],
      ...mailsOfMembers('Saturday Stampede is back'),
    },
  })
})

test('account: always emails about a new password and a new phone number', async () => {
  const { otto } = club
  const superAdmin = await scene.make.golfer({ isSuperAdmin: true })
  await scene.call(superAdmin, 'post', `/api/super-admin/reset-password/${otto.id}`, {
    password: 'greenside',
  })
  expect(await scene.takeReceived()).toEqual({
    texts: {},
    mails: { Otto: ['Your Fourball password was reset'] },
  })
  const signedInAgain = { ...otto, session: await scene.make.signIn(otto.id) }
  await scene.call(signedInAgain, 'post', '/api/auth/change-password', {
    currentPassword: 'greenside',
    newPassword: 'fairways',
    confirmPassword: 'fairways',
  })
  await scene.call(signedInAgain, 'put', '/api/auth/update-phone', { phone: '587-555-0142' })
  expect((await scene.takeReceived()).mails).toEqual({
    Otto: ['Your Fourball password was changed', 'Your phone number on Fourball was changed'],
  })
  await scene.call(signedInAgain, 'put', '/api/my-preferences', { textConsent: true })
  expect((await scene.takeReceived()).mails).toEqual({
    Otto: ['Texts are on for your Fourball account'],
  })
})

test('covers every event that the tests of tee times do not cover', async () => {
  const coveredElsewhere = [...EVENTS_OF_TEE_TIMES, ...EVENTS_OF_CUT_OFFS]
  const others = alertEvent.options.filter((event) => !coveredElsewhere.includes(event))
  // In this file, nobody gets an alert that triggers an opt-in request.
  expect(await scene.listEvents()).toEqual(others.filter((event) => event !== 'opt-in').sort())
})
