import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '../../contract/audit.ts'
import type { GroupSummary } from '../../contract/groups.ts'
import type { User } from '../../contract/sessions.ts'
import type { GolferWithGroups } from '../../contract/super-admin.ts'
import { factories } from '../system-tests/testing/factories.ts'
import type { Phone } from '../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

const DAY = 86_400_000

let testApp: TestApp
let make: ReturnType<typeof factories>
let phone: Phone

beforeAll(async () => {
  testApp = await startTestApp()
  make = factories(testApp.ctx)
  phone = testApp.phone((await make.golfer({ name: 'Sam Super', isSuperAdmin: true })).session)
})
afterAll(() => testApp.close())

async function list<Row>(path: string): Promise<{ rows: Row[]; total: number }> {
  const answer = await phone.get(path)
  expect(answer.status, answer.text).toBe(200)
  return { rows: answer.body as Row[], total: Number(answer.headers.get('x-total-count')) }
}

test('returns the statistics', async () => {
  const app = await startTestApp()
  try {
    const { golfer, group } = factories(app.ctx)
    const superAdmin = await golfer({ isSuperAdmin: true })
    const tomorrow = new Date(app.clock.now().getTime() + DAY)
    const owner = await golfer()
    const trial = await group({ owner, expiryDate: tomorrow })
    const paid = await group({ owner, expiryDate: tomorrow })
    const inactive = await group({ owner, expiryDate: tomorrow })
    await group({ owner, expiryDate: app.clock.now() })
    await group({ owner })
    const deleted = await group({ owner, name: 'Gone Golf' })
    await app.phone(owner.session).delete(`/api/groups/${deleted.id}`, { name: 'Gone Golf' })
    const gone = await golfer()
    const { patch, get, delete: remove } = app.phone(superAdmin.session)
    await remove(`/api/super-admin/users/${gone.id}`)
    await patch(`/api/admin/groups/${inactive.id}/toggle-active`, { isActive: false })
    await app.ctx.db.$client.query(
      `update groups set subscription_status = case id when $1 then 'active' else 'expired' end
       where id in ($1, $2)`,
      [paid.id, trial.id],
    )
    expect((await get('/api/super-admin/stats')).body).toEqual({
      totalUsers: 2,
      totalGroups: 5,
      activeTrials: 1,
      paidSubscriptions: 1,
      totalMembers: 5,
    })
  } finally {
    await app.close()
  }
})

test('returns ordered pages with the total count', async () => {
  for (const name of ['list zoe', 'List Anna', 'list mia']) await make.golfer({ name })
  const listNames = async (query: string) => {
    const { rows, total } = await list<User>(`/api/super-admin/users?search=list ${query}`)
    return { names: rows.map(({ name }) => name), total }
  }
  const all = ['List Anna', 'list mia', 'list zoe']
  expect(await listNames('')).toEqual({ names: all, total: 3 })
  expect(await listNames('&sort=-name&limit=2')).toEqual({
    names: ['list zoe', 'list mia'],
    total: 3,
  })
  expect(await listNames('&page=2&limit=2')).toEqual({ names: ['list zoe'], total: 3 })
  expect(await listNames('&page=9')).toEqual({ names: [], total: 3 })
  expect((await phone.get('/api/super-admin/users?limit=101')).status).toBe(400)
  expect((await phone.get('/api/super-admin/users?sort=password')).status).toBe(400)
})

test('treats search input as literal characters', async () => {
  await make.golfer({ name: '100% Slice_Hook \\ Shank' })
  for (const part of ['100%', 'e_h', '\\', '% SLICE']) {
    const { total } = await list(`/api/super-admin/users?search=${encodeURIComponent(part)}`)
    expect(total, part).toBe(1)
  }
  expect((await list('/api/super-admin/users?search=e%25h')).total).toBe(0)
})

test('finds groups by name, slug and owner', async () => {
  const owner = await make.golfer({ name: 'Ingrid Needle', email: 'haystack@club.example' })
  const group = await make.group({ name: 'Twilight League', slug: 'dusk-league', owner })
  for (const part of ['light lea', 'DUSK', 'needle', 'haystack@']) {
    const { rows, total } = await list<GroupSummary>(`/api/admin/groups?search=${part}`)
    expect({ ids: rows.map(({ id }) => id), total }, part).toEqual({ ids: [group.id], total: 1 })
  }
})

test('puts groups without an expiry date last when sorting by expiry', async () => {
  const owner = await make.golfer({ name: 'Exa Pirer' })
  const ends = [null, new Date('2027-01-01T00:00Z'), new Date('2026-01-01T00:00Z')]
  for (const expiryDate of ends) await make.group({ owner, expiryDate })
  const { rows } = await list<GroupSummary>('/api/admin/groups?search=exa pirer&sort=expiryDate')
  expect(rows.map(({ expiryDate }) => expiryDate?.slice(0, 4) ?? null)).toEqual([
    '2026',
    '2027',
    null,
  ])
})

test('lists all groups of a golfer by name', async () => {
  const golfer = await make.golfer({ name: 'Joiner Ofmany' })
  for (const name of ['walkers', 'Early Birds', 'Night Owls']) {
    await make.member(await make.group({ name }), { golfer })
  }
  const path = '/api/super-admin/memberships?search='
  const expected = {
    id: golfer.id,
    golfer_name: 'Joiner Ofmany',
    email: golfer.email,
    groups: 'Early Birds, Night Owls, walkers',
  }
  expect(await list<GolferWithGroups>(`${path}ofmany`)).toEqual({ rows: [expected], total: 1 })
  expect((await list<GolferWithGroups>(`${path}night owls`)).rows).toContainEqual(expected)
  const loner = await make.golfer({ name: 'Lonely Putter' })
  expect((await list<GolferWithGroups>(`${path}lonely putter`)).rows).toMatchObject([
    { id: loner.id, groups: '' },
  ])
})

test('searches the audit log by actor, golfer, group, detail and action', async () => {
  const group = await make.group({ name: 'Logbook Club' })
  const golfer = await make.golfer({ name: 'Vera Resetme' })
  await phone.put(`/api/super-admin/groups/${group.id}/expiry`, { expiryDate: '2031-03-04' })
  await phone.post(`/api/super-admin/reset-password/${golfer.id}`, { password: 'back-nine' })
  const searchActions = async (search: string) => {
    const path = `/api/super-admin/audit-log?search=${search}`
    return (await list<AuditEntry>(path)).rows.map(({ action }) => action)
  }
  expect(await searchActions('logbook')).toEqual(['expiry-changed'])
  expect(await searchActions('mar 4, 2031')).toEqual(['expiry-changed'])
  expect(await searchActions('resetme')).toEqual(['password-reset'])
  expect(await searchActions('password re')).toEqual(['password-reset'])
  expect(await searchActions('sam sup')).toHaveLength(2)
  const { rows } = await list<AuditEntry>('/api/super-admin/audit-log?sort=at&limit=100')
  expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted())
})
