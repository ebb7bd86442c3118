import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../contract/audit.ts'
import type { GroupSummary } from '../../contract/groups.ts'
import { factories, type TestGolfer } from '../system-tests/testing/factories.ts'
import type { Phone } from '../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

const MISSING_ID = 2_147_483_647

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

async function list<Row>(path: string): Promise<{ rows: Row[]; total: number }> {
  const answer = await phone.get(path)
  expect(answer.status, answer.text).toBe(200)
  return { rows: answer.body as Row[], total: Number(answer.headers.get('x-total-count')) }
}

async function latestEntry(): Promise<AuditEntry> {
  const { rows } = await list<AuditEntry>('/api/super-admin/audit-log?limit=1')
  const [entry] = rows
  if (entry === undefined) throw new Error('The audit log is empty')
  return entry
}

const newGroup = {
  name: 'Saturday Golf',
  slug: 'saturday-golf',
  adminName: 'Olive Owner',
  adminEmail: 'olive@club.example',
  adminPhone: '403-555-0123',
}

test('refuses visitors before validating anything, and golfers before looking up any id', async () => {
  const golfer = await make.golfer()
  for (const [caller, status] of [
    [app.phone(), 401],
    [app.phone(golfer.session), 403],
  ] as const) {
    for (const path of ['users', 'groups', 'memberships', 'stats', 'audit-log']) {
      expect((await caller.get(`/api/super-admin/${path}`)).status, path).toBe(status)
    }
    for (const answer of [
      await caller.get('/api/admin/groups'),
      await caller.post('/api/admin/groups', newGroup),
      await caller.patch(`/api/admin/groups/${MISSING_ID}/toggle-active`, { isActive: true }),
      await caller.put(`/api/super-admin/groups/${MISSING_ID}/expiry`, { expiryDate: null }),
      await caller.post(`/api/super-admin/reset-password/${MISSING_ID}`, { password: 'back-nine' }),
      await caller.delete(`/api/super-admin/users/${MISSING_ID}`),
      await caller.delete(`/api/super-admin/groups/${MISSING_ID}`),
    ]) {
      expect(answer.status).toBe(status)
    }
  }
})

test('returns 404 for anything that does not exist', async () => {
  for (const answer of [
    await phone.patch(`/api/admin/groups/${MISSING_ID}/toggle-active`, { isActive: true }),
    await phone.put(`/api/super-admin/groups/${MISSING_ID}/expiry`, { expiryDate: null }),
    await phone.post(`/api/super-admin/reset-password/${MISSING_ID}`, { password: 'back-nine' }),
    await phone.delete(`/api/super-admin/users/${MISSING_ID}`),
    await phone.delete(`/api/super-admin/groups/${MISSING_ID}`),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
})

describe('activating and deactivating a group', () => {
  test('confirms every call and logs only changes', async () => {
    const group = await make.group({ name: 'Monday Club' })
    const path = `/api/admin/groups/${group.id}/toggle-active`
    for (const isActive of [false, false, true]) {
      expect(await phone.patch(path, { isActive })).toMatchObject({
        status: 200,
        body: { message: `Monday Club is now ${isActive ? 'active' : 'inactive'}.` },
      })
    }
    const { rows } = await list<AuditEntry>('/api/super-admin/audit-log?search=monday club')
    expect(rows.map(({ action }) => action)).toEqual(['group-activated', 'group-deactivated'])
  })

  test("notifies members' phones both times", async () => {
    const group = await make.group()
    const member = await make.member(group)
    const path = `/api/admin/groups/${group.id}/toggle-active`
    const live = await app.phone(member.session).live()
    await phone.patch(path, { isActive: false })
    await live.closed
    const liveWhileInactive = await app.phone(member.session).live()
    await phone.patch(path, { isActive: true })
    await liveWhileInactive.next(
      (event) => event.type === 'group-changed' && event.groupId === group.id,
    )
    liveWhileInactive.close()
  })
})

describe('expiry date of a group', () => {
  test.each([
    // Daylight saving time.
    ['America/Edmonton', '2026-07-15', '2026-07-16T05:59:59.000Z'],
    // The day on which the clocks go back.
    ['America/Denver', '2026-11-01', '2026-11-02T06:59:59.000Z'],
    // An offset of 5:45 hours.
    ['Asia/Kathmandu', '2026-11-30', '2026-11-30T18:14:59.000Z'],
    // The clocks skip the midnight at the end of this day.
    ['Africa/Cairo', '2026-04-23', '2026-04-23T21:59:59.000Z'],
    // An exact time instead of a day.
    ['America/Edmonton', '2026-07-15T10:00:00+02:00', '2026-07-15T08:00:00.000Z'],
  ])('in %s stores %s as %s', async (timeZone, expiryDate, expected) => {
    const group = await make.group({ timeZone })
    const path = `/api/super-admin/groups/${group.id}/expiry`
    expect((await phone.put(path, { expiryDate })).status).toBe(200)
    const { rows } = await list<GroupSummary>(`/api/super-admin/groups?search=${group.slug}`)
    expect(rows).toMatchObject([{ id: group.id, expiryDate: expected }])
  })

  test('can be cleared, and the log shows the old and new value', async () => {
    const group = await make.group({ name: 'Endless', expiryDate: new Date('2026-07-01T12:00Z') })
    const path = `/api/super-admin/groups/${group.id}/expiry`
    expect((await phone.put(path, { expiryDate: '' })).body).toEqual({
      message: 'Endless no longer expires.',
    })
    expect(await latestEntry()).toMatchObject({
      action: 'expiry-changed',
      groupName: 'Endless',
      detail: 'from Jul 1, 2026 to no expiry',
    })
    expect((await phone.put(path, { expiryDate: null })).status).toBe(200)
    expect((await phone.put(path, { expiryDate: '2026-12-24' })).body).toEqual({
      message: 'Endless now expires Dec 24, 2026.',
    })
  })
})

describe("resetting a user's password", () => {
  test('ends all sessions, closes their streams, and leaves only the new password valid', async () => {
    const golfer = await make.golfer({ password: 'nineteenth-hole' })
    const second = await make.signIn(golfer.id)
    const live = await app.phone(golfer.session).live()
    const path = `/api/super-admin/reset-password/${golfer.id}`
    expect((await phone.post(path, { password: 'back-nine-2026' })).status).toBe(200)
    await live.closed
    for (const session of [golfer.session, second]) {
      expect((await app.phone(session).get('/api/auth/me')).status).toBe(401)
    }
    const logIn = (password: string) =>
      app.phone().post('/api/auth/login', { email: golfer.email, password })
    expect((await logIn('nineteenth-hole')).status).toBe(401)
    expect((await logIn('back-nine-2026')).status).toBe(200)
    expect(await latestEntry()).toMatchObject({
      action: 'password-reset',
      golferName: golfer.name,
    })
  })

  test('invalidates links that set another password', async () => {
    const golfer = await make.golfer()
    await app.ctx.db.$client.query(
      `insert into welcome_links (token_hash, golfer_id, created_at, expires_at)
       values ('of a link', $1, now(), now() + interval '7 days')`,
      [golfer.id],
    )
    await phone.post(`/api/super-admin/reset-password/${golfer.id}`, { password: 'back-nine' })
    const { rows } = await app.ctx.db.$client.query('select 1 from welcome_links')
    expect(rows).toEqual([])
  })

  test('refuses five characters, a common password, and six characters for a super admin', async () => {
    const golfer = await make.golfer()
    const other = await make.golfer({ isSuperAdmin: true })
    const reset = (id: number, password: string) =>
      phone.post(`/api/super-admin/reset-password/${id}`, { password })
    expect(await reset(golfer.id, '12345')).toMatchObject({
      status: 400,
      body: { fields: { password: 'Password must be at least 6 characters' } },
    })
    for (const [id, password] of [
      [golfer.id, 'password'],
      [other.id, 'Password'],
      [other.id, 'k7vq2m'],
    ] as const) {
      expect(await reset(id, password)).toMatchObject({
        status: 400,
        body: { fields: { password: expect.any(String) } },
      })
    }
    expect((await reset(golfer.id, 'k7vq2m')).status).toBe(200)
    expect((await app.phone(other.session).get('/api/auth/me')).status).toBe(200)
  })
})

describe('deleting a user', () => {
  test('removes them from the lists', async () => {
    const group = await make.group()
    const golfer = await make.member(group, { name: 'Gone Tomorrow' })
    expect((await phone.delete(`/api/super-admin/users/${golfer.id}`)).status).toBe(200)
    expect((await app.phone(golfer.session).get('/api/auth/me')).status).toBe(401)
    for (const table of ['users', 'memberships']) {
      const { total } = await list(`/api/super-admin/${table}?search=gone tomorrow`)
      expect(total).toBe(0)
    }
    expect((await list('/api/super-admin/users?search=former golfer')).total).toBe(0)
    expect((await phone.delete(`/api/super-admin/users/${golfer.id}`)).status).toBe(404)
  })

  test('is refused for super admins and owners', async () => {
    const group = await make.group()
    expect(await phone.delete(`/api/super-admin/users/${superAdmin.id}`)).toMatchObject({
      status: 403,
    })
    expect(await phone.delete(`/api/super-admin/users/${group.owner.id}`)).toMatchObject({
      status: 409,
      body: { code: 'USER_OWNS_GROUPS' },
    })
  })

  test('never leaves a new group with a deleted owner when deletion and creation race', async () => {
    for (let round = 0; round < 10; round += 1) {
      const golfer = await make.golfer()
      const form = { ...newGroup, slug: `meanwhile-${round}`, adminEmail: golfer.email }
      const [created, deleted] = await Promise.all([
        phone.post('/api/admin/groups', form),
        phone.delete(`/api/super-admin/users/${golfer.id}`),
      ])
      expect([200, 409], deleted.text).toContain(deleted.status)
      expect([201, 400], created.text).toContain(created.status)
      const { rows } = await list<GroupSummary>(`/api/super-admin/groups?search=${form.slug}`)
      for (const { ownerName } of rows) expect(ownerName).not.toBe('Former golfer')
    }
  })
})

describe('deleting a group', () => {
  test('removes everything it owns and keeps its name in the log', async () => {
    const group = await make.group({ name: 'Short Lived' })
    const member = await make.member(group)
    await make.teeTime(group, { players: [member] })
    const live = await app.phone(member.session).live()
    expect(await phone.delete(`/api/super-admin/groups/${group.id}`)).toMatchObject({
      status: 200,
      body: { message: 'Short Lived has been deleted.' },
    })
    await live.closed
    const reader = app.phone(member.session)
    expect((await reader.get(`/api/groups/slug/${group.slug}`)).status).toBe(404)
    expect((await reader.get(`/api/groups/slug/${group.slug}/check`)).body).toEqual({
      available: true,
    })
    expect(await latestEntry()).toMatchObject({
      action: 'group-deleted',
      groupId: group.id,
      groupName: 'Short Lived',
    })
  })

  test('deletes the group once when called twice while the group is being deactivated', async () => {
    const group = await make.group()
    const path = `/api/super-admin/groups/${group.id}`
    const [first, second, toggled] = await Promise.all([
      phone.delete(path),
      phone.delete(path),
      phone.patch(`/api/admin/groups/${group.id}/toggle-active`, { isActive: false }),
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 404])
    expect([200, 404]).toContain(toggled.status)
  })

  test('causes no server errors during claims, posts and new members', async () => {
    for (let round = 0; round < 8; round += 1) {
      const group = await make.group()
      const members = [await make.member(group), await make.member(group)]
      const { id } = await make.teeTime(group)
      const newcomer = await make.golfer()
      const answers = await Promise.all([
        ...members.map(({ session }) => app.phone(session).post(`/api/tee-times/${id}/claim`, {})),
        ...members.map(({ session }) =>
          app.phone(session).post('/api/tee-times', {
            course: 'Lakeview',
            date: '2026-06-06',
            time: '08:12',
            groupId: group.id,
          }),
        ),
        app.phone(group.owner.session).post(`/api/groups/${group.id}/members`, {
          name: newcomer.name,
          email: newcomer.email,
          phone: '403-555-0177',
        }),
        phone.delete(`/api/super-admin/groups/${group.id}`),
      ])
      const statuses = answers.map(({ status }) => status)
      expect(statuses.at(-1), answers.at(-1)?.text).toBe(200)
      for (const { status, text } of answers) expect([200, 201, 404, 409], text).toContain(status)
    }
  })
})
