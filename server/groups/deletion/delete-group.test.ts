import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { matchesName } from '../../../contract/group-deletion.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { emailsTo } from '../../system-tests/testing/mailbox.ts'
import { paymentHelpers } from '../../system-tests/testing/paying.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let money: ReturnType<typeof paymentHelpers>
let superAdmin: TestGolfer
let group: TestGroup
let member: TestGolfer

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
  money = paymentHelpers(app)
  superAdmin = await make.golfer({ isSuperAdmin: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  group = await make.group({ name: "Bob's Fairway Friends", homePlace: 'Banff, Alberta' })
  member = await make.member(group, { name: 'Ben Adams' })
})

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const deleteGroup = (name: unknown = "Bob's Fairway Friends", golfer = group.owner) =>
  as(golfer).delete(`/api/groups/${group.id}`, { name })
const restore = () => as(superAdmin).post(`/api/super-admin/groups/${group.id}/restore`)
const namesIn = (answer: { body: unknown }) =>
  (answer.body as { name: string }[]).map(({ name }) => name)

describe('deleting a group', () => {
  test('mentions no other members if the owner was alone', async () => {
    const { id, owner } = await make.group({ name: 'Early Birds' })
    const answer = await as(owner).delete(`/api/groups/${id}`, { name: 'Early Birds' })
    expect(answer.body).toEqual({ message: 'Early Birds has been deleted.' })
  })

  test('hides it from everyone immediately and keeps its slug taken', async () => {
    const { id } = await make.teeTime(group, { creator: member })
    const answer = await deleteGroup()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      message: "Bob's Fairway Friends has been deleted. We emailed its other members.",
    })
    for (const golfer of [group.owner, member, superAdmin]) {
      for (const path of ['', '/tee-times', '/members-with-roles']) {
        expect((await as(golfer).get(`/api/groups/slug/${group.slug}${path}`)).status).toBe(404)
      }
    }
    const stranger = await make.golfer()
    expect((await as(stranger).get(`/api/groups/slug/${group.slug}`)).status).toBe(404)
    for (const path of ['/api/my-groups', '/api/golfers/groups']) {
      expect((await as(member).get(path)).body).toEqual([])
    }
    expect((await as(member).get('/api/my-tee-times')).body).toEqual({ rounds: [], openSpots: [] })
    expect((await as(member).post(`/api/tee-times/${id}/claim`, {})).status).toBe(404)
    expect((await as(member).delete(`/api/tee-times/${id}`, {})).status).toBe(404)
    expect(
      (await as(group.owner).post('/api/create-subscription', { groupId: group.id })).status,
    ).toBe(404)
    const form = { name: 'Another', slug: group.slug }
    expect((await app.phone().get(`/api/groups/slug/${group.slug}/check`)).body).toEqual({
      available: false,
    })
    expect((await as(member).post('/api/groups', form)).status).toBe(409)
    for (const path of ['/api/admin/groups', '/api/super-admin/groups']) {
      const listed = await as(superAdmin).get(`${path}?search=${group.slug}`)
      expect(listed.body).toEqual([])
    }
    expect(
      (await as(superAdmin).put(`/api/super-admin/groups/${group.id}/expiry`, { expiryDate: null }))
        .status,
    ).toBe(404)
  })

  test('excludes it from super admin statistics', async () => {
    const readStatistics = async () =>
      (await as(superAdmin).get('/api/super-admin/stats')).body as { totalGroups: number }
    const { totalGroups } = await readStatistics()
    await deleteGroup()
    expect(await readStatistics()).toMatchObject({ totalGroups: totalGroups - 1 })
    const { body } = await as(superAdmin).get(`/api/super-admin/memberships?search=${member.email}`)
    expect(body).toMatchObject([{ groups: '' }])
  })

  test.each(['Bob’s Fairway  friends ', "bob's fairway friends"])(
    'accepts the confirmation name as phones type it: %j',
    async (typed) => {
      expect((await deleteGroup(typed)).status).toBe(200)
    },
  )

  test.each(['Fairway Friends', "Bob's Fairway Friend", ' '])(
    'refuses a different name: %j',
    async (typed) => {
      const answer = await deleteGroup(typed)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        fields: { name: expect.stringMatching(/^(That isn't|Type)/) },
      })
      expect((await as(member).get(`/api/groups/slug/${group.slug}`)).status).toBe(200)
    },
  )

  test('notifies every member by email, never by text, and writes the audit log', async () => {
    const muted = await make.member(group, { name: 'Mia' })
    await money.query('update group_members set muted = true where golfer_id = $1', [muted.id])
    await money.query('update golfers set text_consent_at = now() where id = $1', [member.id])
    await deleteGroup()
    for (const golfer of [member, muted]) {
      const [mail] = await emailsTo(app, golfer.email)
      expect(mail?.subject).toBe("Bob's Fairway Friends was deleted")
      expect(mail?.body).toContain("doesn't cancel your bookings")
    }
    const [own] = await emailsTo(app, group.owner.email)
    expect(own?.subject).toBe("You deleted Bob's Fairway Friends")
    expect(own?.body).toContain('within 30 days')
    expect(await money.query(`select from messages where channel = 'text'`)).toEqual([])
    expect(
      await money.query('select actor_id, action from audit_entries where group_id = $1', [
        group.id,
      ]),
    ).toEqual([{ actor_id: group.owner.id, action: 'group-deleted' }])
  })

  test('drops messages that were still waiting', async () => {
    await make.teeTime(group, { creator: group.owner })
    await deleteGroup()
    await app.runJobs()
    const sent = await money.query(
      `select event, status from deliveries where group_id = $1 and status = 'sent'`,
      [group.id],
    )
    expect(sent).toEqual([])
    const subjects = (await emailsTo(app, member.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(["Bob's Fairway Friends was deleted"])
  })

  test('ends its subscription at the provider and keeps the paid time for a restore', async () => {
    await money.query('update groups set expiry_date = $2 where id = $1', [
      group.id,
      new Date(app.clock.now().getTime() + 86_400_000),
    ])
    await money.paid(group)
    await deleteGroup()
    await app.runJobs()
    expect(
      await money.query('select status from subscriptions where group_id = $1', [group.id]),
    ).toEqual([{ status: 'canceled' }])
    await restore()
    expect((await as(member).get(`/api/groups/slug/${group.slug}`)).body).toMatchObject({
      subscriptionStatus: 'active',
      renews: false,
      expiryDate: '2026-12-02T16:00:00.000Z',
    })
  })

  test('refunds a payment that arrives afterward', async () => {
    await money.query('update groups set expiry_date = $2 where id = $1', [
      group.id,
      new Date(app.clock.now().getTime() + 86_400_000),
    ])
    // The provider has the payment, but its webhook event has not been processed yet.
    expect((await money.pay(group)).status).toBe(200)
    await deleteGroup()
    await app.runJobs()
    expect(
      await money.query(
        `select p.not_credited, r.refunded from payments p join payment_refunds r using (invoice_id)
         join subscriptions s on s.id = p.subscription_id where s.golfer_id = $1`,
        [group.owner.id],
      ),
    ).toEqual([{ not_credited: 'group-gone', refunded: 3_995 }])
    expect(
      await money.query('select status from subscriptions where golfer_id = $1', [group.owner.id]),
    ).toEqual([{ status: 'canceled' }])
  })

  test('ends invite links, recurring tee times and calendar links', async () => {
    const link = (await as(group.owner).post(`/api/groups/${group.id}/invite-links`)).body as {
      token: string
    }
    const { body } = await as(member).post('/api/my-calendar')
    const address = new URL((body as { address: string }).address).pathname
    await make.teeTime(group, { players: [member] })
    expect((await app.phone().get(address)).text).toContain('Shaganappi')
    await deleteGroup()
    expect((await app.phone().get(`/api/invites/${link.token}`)).status).toBe(404)
    expect((await app.phone().get(address)).text).not.toContain('Shaganappi')
    await app.runJobs()
  })

  test('closes the live streams of its members', async () => {
    const stream = await as(member).live()
    expect((await deleteGroup()).status).toBe(200)
    await stream.closed
  })

  test('succeeds only once when requested several times', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => deleteGroup()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
    const mails = await emailsTo(app, member.email)
    expect(mails).toHaveLength(1)
  })

  test('lets either the deletion or a simultaneous transfer succeed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const owner = await make.golfer()
      const own = await make.group({ name: 'Racing', owner })
      const next = await make.member(own)
      const [deleted, transferred] = await Promise.all([
        as(owner).delete(`/api/groups/${own.id}`, { name: 'Racing' }),
        as(owner).post(`/api/groups/${own.id}/transfer-ownership`, { newOwnerId: next.id }),
      ])
      const outcome = [deleted.status, transferred.status].join()
      expect(['200,403', '200,404', '403,200', '200,409']).toContain(outcome)
      const home = await as(next).get(`/api/groups/slug/${own.slug}`)
      expect(home.status).toBe(deleted.status === 200 ? 404 : 200)
    }
  })

  test('keeps the simultaneous claims that succeeded', async () => {
    const { id } = await make.teeTime(group, { creator: group.owner, maxPlayers: 8 })
    const golfers = await Promise.all(Array.from({ length: 6 }, () => make.member(group)))
    await app.runJobs()
    const [deleted, ...claims] = await Promise.all([
      deleteGroup(),
      ...golfers.map((golfer) => as(golfer).post(`/api/tee-times/${id}/claim`, {})),
    ])
    expect(deleted?.status).toBe(200)
    for (const { status } of claims) expect([200, 404]).toContain(status)
    expect((await as(member).post(`/api/tee-times/${id}/claim`, {})).status).toBe(404)
    await restore()
    const cards = (await as(member).get(`/api/groups/slug/${group.slug}/tee-times`)).body as {
      participants: unknown[]
    }[]
    expect(cards[0]?.participants).toHaveLength(
      claims.filter(({ status }) => status === 200).length,
    )
  })
})

describe('restoring a group', () => {
  test('restores it unchanged within 30 days', async () => {
    await make.teeTime(group, { players: [member] })
    await deleteGroup()
    const listed = await as(superAdmin).get(`/api/super-admin/deleted-groups?search=Bob`)
    expect((listed.body as { id: number }[]).find(({ id }) => id === group.id)).toEqual({
      id: group.id,
      name: "Bob's Fairway Friends",
      slug: group.slug,
      ownerName: group.owner.name,
      memberCount: 2,
      deletedAt: app.clock.now().toISOString(),
      restorableUntil: new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString(),
    })
    const answer = await restore()
    expect(answer.body).toEqual({
      message: "Bob's Fairway Friends is back. Its subscription won't restart.",
    })
    expect((await as(member).get(`/api/groups/slug/${group.slug}`)).body).toMatchObject({
      memberCount: 2,
      activeTimes: 1,
      isActive: true,
    })
    const mails = await emailsTo(app, group.owner.email)
    expect(mails.map(({ subject }) => subject)).toContain("Bob's Fairway Friends is back")
    expect((await restore()).status).toBe(404)
    const logged = await as(superAdmin).get('/api/super-admin/audit-log?search=Group restored')
    expect((logged.body as object[])[0]).toMatchObject({
      action: 'group-restored',
      groupId: group.id,
    })
  })

  test('emails every member, and writes only to the owner about the subscription', async () => {
    const muted = await make.member(group, { name: 'Mia' })
    await money.query('update group_members set muted = true where golfer_id = $1', [muted.id])
    await deleteGroup()
    await restore()
    const bodies = []
    for (const { email } of [group.owner, member, muted]) {
      const mails = await emailsTo(app, email)
      bodies.push(mails.find(({ subject }) => subject === "Bob's Fairway Friends is back")?.body)
    }
    expect(bodies).toEqual([
      expect.stringMatching(/subscription.+you own Bob's/s),
      expect.stringMatching(/it's yours again.+you're a member of Bob's/s),
      expect.stringMatching(/it's yours again.+you're a member of Bob's/s),
    ])
    expect(bodies[1]).not.toMatch(/subscription|subscribe|you own/)
  })

  test('refuses a group that was never deleted', async () => {
    expect((await restore()).status).toBe(404)
  })
})

describe('purging a deleted group', () => {
  const purge = async () => {
    await app.ctx.db.execute(`select graphile_worker.add_job('purge_deleted_groups')`)
    await app.runJobs()
  }

  test('removes it for good after 30 days and frees its slug', async () => {
    const start = app.clock.now()
    await make.teeTime(group, { players: [member] })
    await deleteGroup()
    app.clock.moveBy(29 * 86_400_000)
    await purge()
    expect(await money.query('select id from groups where id = $1', [group.id])).toHaveLength(1)
    app.clock.moveBy(86_400_000 + 1)
    superAdmin.session = await make.signIn(superAdmin.id)
    expect((await restore()).status).toBe(404)
    expect(namesIn(await as(superAdmin).get('/api/super-admin/deleted-groups'))).not.toContain(
      "Bob's Fairway Friends",
    )
    app.clock.moveBy(2 * 3_600_000)
    await purge()
    expect(await money.query('select id from groups where id = $1', [group.id])).toEqual([])
    expect(await money.query('select id from tee_times where group_id = $1', [group.id])).toEqual(
      [],
    )
    expect((await app.phone().get(`/api/groups/slug/${group.slug}/check`)).body).toEqual({
      available: true,
    })
    app.clock.moveTo(start.toISOString())
    superAdmin.session = await make.signIn(superAdmin.id)
  })

  test('can be done immediately by a super admin, as with any group', async () => {
    await deleteGroup()
    expect((await as(superAdmin).delete(`/api/super-admin/groups/${group.id}`)).status).toBe(200)
    expect((await restore()).status).toBe(404)
  })

  test("happens immediately when the owner's account is deleted", async () => {
    const owner = await make.golfer({ password: 'greenside' })
    const own = await make.group({ name: 'Left Behind', owner })
    await make.member(own)
    const deleteAccount = () => as(owner).delete('/api/my-account', { password: 'greenside' })
    expect((await deleteAccount()).body).toMatchObject({ code: 'USER_OWNS_GROUPS' })
    await as(owner).delete(`/api/groups/${own.id}`, { name: 'Left Behind' })
    expect((await deleteAccount()).status).toBe(200)
    expect(await money.query('select id from groups where id = $1', [own.id])).toEqual([])
    await app.runJobs()
  })
})

test('counts deleted groups toward the limit of owned groups', async () => {
  await money.query(
    `with made as (
       insert into groups (name, slug, owner_id, is_active, deleted_at)
       select 'Owned', 'gone-' || $1::int || '-' || n, $1::int, false, now() from generate_series(1, 19) n returning id
     )
     insert into group_members (group_id, golfer_id) select id, $1::int from made`,
    [group.owner.id],
  )
  const answer = await as(group.owner).post('/api/groups', {
    name: 'One More',
    slug: 'one-more-yet',
  })
  expect(answer.status).toBe(409)
})

test.each([
  ['Bob’s “Best” Group', 'bob\'s "best"  group', true],
  ['Nine', 'Ten', false],
])('compares the name %j with the typed %j', (name, typed, expected) => {
  expect(matchesName(typed, name)).toBe(expected)
})
