import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '../../contract/endpoint.ts'
import type { adminCreateGroup } from '../../contract/super-admin.ts'
import { factories, type TestGolfer } from '../system-tests/testing/factories.ts'
import type { Phone } from '../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let superAdmin: TestGolfer
let phone: Phone

beforeAll(async () => {
  app = await startTestApp({ at: '2026-06-01T16:00:00Z' })
  make = factories(app.ctx)
  superAdmin = await make.golfer({ name: 'Sam Super', isSuperAdmin: true })
  phone = app.phone(superAdmin.session)
})
afterAll(() => app.close())

const query = async (statement: string) => (await app.ctx.db.execute(statement)).rows

const groupForm = (slug: string) => ({
  name: 'Saturday Golf',
  slug,
  description: 'Early birds',
  adminName: 'Olive Owner',
  adminEmail: `${slug}@club.example`,
  adminPhone: '403-555-0123',
})

describe('creating a group for a customer', () => {
  test('creates the account, the owner and an audit log entry', async () => {
    const answer = await phone.post('/api/admin/groups', {
      ...groupForm('saturday-golf'),
      expiryDate: '2026-11-30',
      timeZone: 'America/Halifax',
    })
    expect(answer, answer.text).toMatchObject({
      status: 201,
      body: {
        group: {
          name: 'Saturday Golf',
          slug: 'saturday-golf',
          description: 'Early birds',
          ownerName: 'Olive Owner',
          memberCount: 1,
          isActive: true,
          // The end of November 30 in Halifax, in standard time.
          expiryDate: '2026-12-01T03:59:59.000Z',
          timeZone: 'America/Halifax',
        },
        adminGolfer: { name: 'Olive Owner', email: 'saturday-golf@club.example' },
      },
    })
    const { group, adminGolfer } = answer.body as ResponseOf<typeof adminCreateGroup>
    expect(
      await query(`select action, actor_id, golfer_id, group_name from audit_entries
        where group_id = ${group.id}`),
    ).toEqual([
      {
        action: 'group-created',
        actor_id: superAdmin.id,
        golfer_id: adminGolfer.id,
        group_name: 'Saturday Golf',
      },
    ])
  })

  test('keeps an existing account unchanged and treats a missing expiry date as no expiry', async () => {
    const known = await make.golfer({ name: 'Known Already', password: 'nineteenth-hole' })
    const answer = await phone.post('/api/admin/groups', {
      ...groupForm('known-owner'),
      adminEmail: known.email.toUpperCase(),
    })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        group: { ownerId: known.id, ownerName: 'Known Already', expiryDate: null },
        adminGolfer: { id: known.id, name: 'Known Already', email: known.email },
      },
    })
    const login = { email: known.email, password: 'nineteenth-hole' }
    expect((await app.phone().post('/api/auth/login', login)).status).toBe(200)
  })

  test('creates nothing when the slug is taken, not even the account', async () => {
    const group = await make.group()
    const form = { ...groupForm(group.slug), adminEmail: 'nobody-yet@club.example' }
    expect(await phone.post('/api/admin/groups', form)).toMatchObject({
      status: 409,
      body: { code: 'SLUG_TAKEN', fields: { slug: expect.any(String) } },
    })
    expect(await query(`select 1 from golfers where email = '${form.adminEmail}'`)).toEqual([])
  })

  test.each([
    [{ slug: 'admin' }, 'slug', 'This URL slug is reserved'],
    [{ slug: '-abc' }, 'slug', "URL can't start or end with a hyphen"],
    [{ adminName: 'O' }, 'adminName', 'Admin name is required'],
    [{ adminPhone: '123' }, 'adminPhone', 'Phone number must be at least 10 digits'],
    [{ adminEmail: 'no' }, 'adminEmail', 'Invalid email address'],
    [{ expiryDate: '0000-01-01' }, 'expiryDate', 'Pick a date from 2000 to 2199'],
    [{ expiryDate: '1999-12-31' }, 'expiryDate', 'Pick a date from 2000 to 2199'],
    [{ expiryDate: 'soon' }, 'expiryDate', 'Pick a date from 2000 to 2199'],
  ])('refuses %j', async (wrong, field, message) => {
    const answer = await phone.post('/api/admin/groups', { ...groupForm('refused'), ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: message } } })
  })

  test('creates one group when two requests use the same slug at the same time', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((who) =>
        phone.post('/api/admin/groups', {
          ...groupForm('raced-for'),
          adminEmail: `${who}@race.example`,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })

  test('creates one group when the customer signs up at the same moment', async () => {
    const calls = Array.from({ length: 6 }, (_, round) => {
      const form = {
        slug: `both-at-once-${round}`,
        adminName: 'Olive Owner',
        adminEmail: `olive-${round}@club.example`,
        adminPhone: '403-555-0123',
      }
      return Promise.all([
        phone.post('/api/admin/groups', { ...form, name: 'Both' }),
        app.phone().post('/api/trial/signup', { ...form, groupName: 'Both' }),
      ])
    })
    for (const [made, signedUp] of await Promise.all(calls)) {
      expect([
        [201, 409],
        [409, 200],
      ]).toContainEqual([made.status, signedUp.status])
    }
  })
})
