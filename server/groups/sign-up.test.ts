import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RESERVED_SLUGS } from '../../contract/slugs.ts'
import { tasksOf } from '../app/jobs.ts'
import { factories, type TestGolfer } from '../system-tests/testing/factories.ts'
import { emailsTo, followLink, tokensTo } from '../system-tests/testing/mailbox.ts'
import { type ApiResponse, comparableHeaders } from '../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

const START = '2026-06-01T16:00:00Z'
const DAY = 86_400_000
const PATHS = ['/api/trial/signup', '/api/purchase/direct'] as const

let app: TestApp
let make: ReturnType<typeof factories>
let known: TestGolfer
beforeAll(async () => {
  app = await startTestApp({ at: START, env: { PUBLIC_URL: 'https://golf.example' } })
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  known = await make.golfer({ name: 'Ann Lee', password: 'fairways' })
})

let counter = 0
function newForm(overrides: Record<string, unknown> = {}) {
  counter += 1
  return {
    groupName: 'Saturday Stampede',
    slug: `stampede-${counter}`,
    adminName: 'Somebody New',
    adminEmail: `new-${counter}@club.example`,
    adminPhone: '403-555-0101',
    description: '',
    ...overrides,
  }
}

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

const findGolferRow = async (email: string) =>
  (await query('select * from golfers where lower(email) = lower($1)', [email]))[0]

/** Returns a response without its date, its request id and the id of its checkout page, for comparison. */
function comparable({ status, headers, text }: ApiResponse) {
  return {
    status,
    text: text.replace(/cs_test_\w+/, 'page'),
    headers: comparableHeaders(headers),
  }
}

describe.each(PATHS)('POST %s', (path) => {
  test('creates no golfer and no group until the link is used, whatever the email', async () => {
    const before = await findGolferRow(known.email)
    for (const adminEmail of [`New.Owner.${counter}@Club.example`, known.email.toUpperCase()]) {
      const sent = newForm({ adminEmail, adminName: 'Mallory', timeZone: 'Europe/Paris' })
      expect((await app.phone().post(path, sent)).status).toBe(200)
      expect(await query('select 1 from groups where slug = $1', [sent.slug])).toEqual([])
      const mails = await emailsTo(app, adminEmail)
      expect(mails).toMatchObject([{ subject: 'Start Saturday Stampede on Fourball' }])
      // A stranger may have typed the address and the name.
      expect(mails[0]?.body).not.toContain('Mallory')
      const typed = await query(`select row_to_json(signups)::text as row from signups`)
      expect(JSON.stringify(typed)).not.toMatch(/Mallory|555-0101/)
    }
    expect(await findGolferRow(`New.Owner.${counter}@Club.example`)).toBeUndefined()
    expect(await findGolferRow(known.email)).toEqual(before)
    expect((await app.phone(known.session).get('/api/my-groups')).body).toEqual([])
  })

  test('creates the account and starts a trial through the link, using what the golfer enters', async () => {
    const sent = newForm({
      adminEmail: `New.Owner.${counter}@Club.example`,
      timeZone: 'Europe/Paris',
    })
    await app.phone().post(path, sent)
    const { slug } = await followLink(app, sent.adminEmail, { name: 'Nina Real' })
    expect(slug).toBe(sent.slug)
    const golfer = await findGolferRow(sent.adminEmail)
    expect(golfer).toMatchObject({
      name: 'Nina Real',
      email: sent.adminEmail,
      phone: '',
      is_super_admin: false,
      email_proven_at: new Date(START),
    })
    const [group] = await query('select * from groups where slug = $1', [sent.slug])
    expect(group).toMatchObject({
      name: 'Saturday Stampede',
      owner_id: golfer.id,
      description: null,
      time_zone: 'Europe/Paris',
      expiry_date: new Date(Date.parse(START) + 30 * DAY),
      subscription_status: null,
      is_active: true,
    })
    expect(
      await query('select is_admin from group_members where group_id = $1', [group.id]),
    ).toEqual([{ is_admin: true }])
    expect(
      await query('select actor_id, action from audit_entries where group_id = $1', [group.id]),
    ).toEqual([{ actor_id: golfer.id, action: 'group-created' }])
  })

  test.each<[string, () => Promise<string>]>([
    ['a known email', async () => known.email],
    ['an email without a password', async () => (await make.golfer()).email],
    ["a super admin's email", async () => (await make.golfer({ isSuperAdmin: true })).email],
    [
      'an email past its email limit',
      async () => {
        for (let n = 0; n < 6; n += 1)
          await app.phone().post(path, newForm({ adminEmail: known.email }))
        await app.runJobs()
        return known.email
      },
    ],
  ])('%s gets the same response as a new email', async (_, address) => {
    const unknown = await app.phone().post(path, newForm())
    const answer = await app.phone().post(path, newForm({ adminEmail: await address() }))
    expect(comparable(answer)).toEqual(comparable(unknown))
    expect(answer.headers.get('x-total-count')).toBeNull()
  })

  test('does not let outsiders tell a pending signup from an existing group', async () => {
    const stranger = await make.golfer()
    const [ofKnownEmail, ofNewEmail] = [newForm({ adminEmail: known.email }), newForm()]
    for (const sent of [ofKnownEmail, ofNewEmail]) await app.phone().post(path, sent)
    // This signup gets no email, because it exceeds the limit for its address.
    const withoutEmail = newForm({ adminEmail: known.email })
    for (let n = 0; n < 5; n += 1)
      await app.phone().post(path, newForm({ adminEmail: known.email }))
    await app.phone().post(path, withoutEmail)
    await app.runJobs()
    const existing = await make.group()
    const probes: ((slug: string) => Promise<ApiResponse>)[] = [
      (slug) => app.phone().get(`/api/groups/slug/${slug}/check`),
      (slug) => app.phone().get(`/api/groups/slug/${slug}`),
      ...['', '/tee-times', '/members-with-roles'].map(
        (rest) => (slug: string) =>
          app.phone(stranger.session).get(`/api/groups/slug/${slug}${rest}`),
      ),
      (slug) => app.phone().post(path, newForm({ slug })),
      (slug) => app.phone().post(path, newForm({ slug, adminEmail: known.email })),
    ]
    for (const probe of probes) {
      const expected = comparable(await probe(ofNewEmail.slug))
      expect(comparable(await probe(ofKnownEmail.slug))).toEqual(expected)
      expect(comparable(await probe(withoutEmail.slug))).toEqual(expected)
      expect(comparable(await probe(existing.slug))).toEqual(expected)
    }
  })

  test('reports a taken slug and creates no account', async () => {
    const { slug } = await make.group()
    const sent = newForm({ slug })
    const answer = await app.phone().post(path, sent)
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'SLUG_TAKEN',
        message: expect.any(String),
        fields: { slug: expect.any(String) },
      },
    })
    expect(await findGolferRow(sent.adminEmail)).toBeUndefined()
    expect(await emailsTo(app, sent.adminEmail)).toEqual([])
  })

  test.each<[string, Record<string, unknown>, string]>([
    ...[...RESERVED_SLUGS].map((slug): [string, Record<string, unknown>, string] => [
      slug,
      { slug },
      'slug',
    ]),
    ['a leading hyphen', { slug: '-stampede' }, 'slug'],
    ['a short slug', { slug: 'ab' }, 'slug'],
    ['a missing name', { adminName: ' ' }, 'adminName'],
    ['a short phone number', { adminPhone: '403-555' }, 'adminPhone'],
    ['a missing group name', { groupName: '' }, 'groupName'],
    ['an invalid email', { adminEmail: 'someone@club' }, 'adminEmail'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('refuses %s', async (_, given, field) => {
    const answer = await app.phone().post(path, newForm(given))
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { [field]: expect.any(String) } },
    })
  })
})

test('emails links for at most five groups at a time', { tags: 'thorough' }, async () => {
  for (let n = 0; n < 8; n += 1) {
    expect((await app.phone().post(PATHS[0], newForm({ adminEmail: known.email }))).status).toBe(
      200,
    )
  }
  expect(await tokensTo(app, known.email)).toHaveLength(5)
})

test('stores twenty simultaneous signups of one new email, five of them with a link', {
  tags: 'thorough',
}, async () => {
  const adminEmail = `racer-${counter}@club.example`
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.phone().post(PATHS[0], newForm({ adminEmail }))),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(await findGolferRow(adminEmail)).toBeUndefined()
  expect(await query('select 1 from signups where email = $1', [adminEmail])).toHaveLength(20)
  // The jobs may run concurrently, but never send a sixth link.
  expect(await tokensTo(app, adminEmail)).toHaveLength(5)
})

test('lets only one of twenty simultaneous signups take a slug', { tags: 'thorough' }, async () => {
  const { slug } = newForm()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      app
        .phone()
        .post(PATHS[0], newForm({ slug, ...(n % 2 === 0 && { adminEmail: known.email }) })),
    ),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
})

test.each([
  ['a known email', () => known.email],
  ['a new email', () => `never-${counter}@club.example`],
])('deletes a signup with %s after seven days', async (_, address) => {
  const { slug, ...sent } = newForm({ adminEmail: address() })
  await app.phone().post(PATHS[0], { slug, ...sent })
  const [token] = await tokensTo(app, sent.adminEmail)
  app.clock.moveBy(7 * DAY)
  const check = await app.phone().get(`/api/groups/slug/${slug}/check`)
  expect(check.body).toEqual({ available: true })
  expect((await app.phone(known.session).get(`/api/groups/slug/${slug}`)).status).toBe(404)
  const linkForm = { name: 'New Golfer', password: 'nineteenth-hole' }
  expect((await app.phone().post(`/api/auth/welcome/${token}`, linkForm)).status).toBe(404)
  await tasksOf(app.ctx)['delete_expired_links']?.({})
  expect(await query('select 1 from signups where slug = $1', [slug])).toEqual([])
  expect(await query('select 1 from groups where slug = $1', [slug])).toEqual([])
  expect((await app.phone().post(PATHS[0], newForm({ slug }))).status).toBe(200)
})

test('resends a lost link until the signup expires', async () => {
  const sent = newForm()
  await app.phone().post(PATHS[0], sent)
  await tokensTo(app, sent.adminEmail)
  app.clock.moveBy(6 * DAY)
  await app.phone().post('/api/auth/forgot-password', { email: sent.adminEmail })
  expect(await tokensTo(app, sent.adminEmail)).toHaveLength(2)
  expect((await followLink(app, sent.adminEmail)).slug).toBe(sent.slug)
})
