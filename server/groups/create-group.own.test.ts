import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE, MAX_OWNED_GROUPS } from '../../contract/limits.ts'
import { factories, type TestGolfer } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let golfer: TestGolfer

beforeAll(async () => {
  app = await startTestApp({ env: { TRIAL_DAYS: '14' } })
  make = factories(app.ctx)
  golfer = await make.golfer()
})
afterAll(() => app.close())

const as = (one: TestGolfer) => app.phone(one.session)
const create = (one: TestGolfer, body: object) => as(one).post('/api/groups', body)

describe('creating a group', () => {
  test('makes the golfer its owner and first member, and starts a trial', async () => {
    const answer = await create(golfer, {
      name: '  Fairway Friends ',
      slug: 'fairway-friends',
      description: '  ',
      timeZone: 'Europe/Vienna',
      ownerId: 1,
      expiryDate: null,
      isActive: false,
    })
    expect(answer.status).toBe(201)
    const expiryDate = '2026-06-15T16:00:00.000Z'
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'Fairway Friends',
      slug: 'fairway-friends',
      expiryDate,
    })
    expect((await as(golfer).get('/api/groups/slug/fairway-friends')).body).toMatchObject({
      name: 'Fairway Friends',
      description: null,
      ownerId: golfer.id,
      timeZone: 'Europe/Vienna',
      units: 'metric',
      version: 1,
      isActive: true,
      expiryDate,
      memberCount: 1,
      role: 'owner',
    })
    const logged = await app.ctx.db.execute(
      `select actor_id, group_name from audit_entries where action = 'group-created'`,
    )
    expect(logged.rows).toEqual([{ actor_id: golfer.id, group_name: 'Fairway Friends' }])
  })

  test.each([
    ['America/Chicago', 'imperial'],
    ['US/Eastern', 'imperial'],
    ['America/Toronto', 'metric'],
  ])('in %s shows the weather in %s units', async (timeZone, units) => {
    const slug = `in-${timeZone.toLowerCase().replace('/', '-')}`
    await create(golfer, { name: 'Weathered', slug, timeZone })
    expect((await as(golfer).get(`/api/groups/slug/${slug}`)).body).toMatchObject({ units })
  })

  test('uses the default time zone when none is given', async () => {
    await create(golfer, { name: 'Zoneless', slug: 'zoneless' })
    expect((await as(golfer).get('/api/groups/slug/zoneless')).body).toMatchObject({
      timeZone: DEFAULT_TIME_ZONE,
      description: null,
    })
  })

  test.each([
    ['name', { name: 'F' }],
    ['name', { name: 'F'.repeat(51) }],
    ['slug', { slug: 'ab' }],
    ['slug', { slug: 'a'.repeat(31) }],
    ['slug', { slug: 'Big-Letters' }],
    ['slug', { slug: '-hyphen' }],
    ['slug', { slug: 'hyphen-' }],
    ['description', { description: 'x'.repeat(201) }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+06:00' }],
  ])('refuses an invalid %s: %j', async (field, wrong) => {
    const answer = await create(golfer, { name: 'Fine', slug: 'fine-slug', ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  test.each(['login', 'admin', 'create', 'join', 'api', 'www', 'app', 'dashboard', 'subscribe'])(
    'refuses the reserved word %s',
    async (slug) => {
      const answer = await create(golfer, { name: 'Fine', slug })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        fields: { slug: expect.stringMatching(/reserved|at least/) },
      })
    },
  )

  test('refuses a taken slug and names the field', async () => {
    await make.group({ slug: 'taken-slug' })
    const answer = await create(golfer, { name: 'Fine', slug: 'taken-slug' })
    expect(answer.status).toBe(409)
    expect(answer.body).toEqual({
      code: 'SLUG_TAKEN',
      message: 'This URL is taken. Try another one.',
      fields: { slug: 'This URL is taken. Try another one.' },
    })
  })

  test('lets only one of many simultaneous requests take a slug', async () => {
    const golfers = await Promise.all(Array.from({ length: 8 }, () => make.golfer()))
    const answers = await Promise.all(
      golfers.map((one) => create(one, { name: 'Wanted', slug: 'wanted' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
  })

  test('limits how many groups a golfer owns, even for simultaneous requests', async () => {
    const busy = await make.golfer()
    const answers = await Promise.all(
      Array.from({ length: MAX_OWNED_GROUPS + 4 }, (_, index) =>
        create(busy, { name: 'One of many', slug: `one-of-many-${index}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_OWNED_GROUPS)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(4)
    expect(refused[0]?.body).toMatchObject({
      code: 'NOT_ELIGIBLE',
      message:
        'You own 20 groups, which is the most one golfer can own. Transfer one to another member first.',
    })
  })
})
