// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../system-tests/testing/factories.ts'
import type { Phone } from '../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { fillTables } from './testing/fill-tables.ts'
import { readPlans } from './testing/read-plans.ts'
import { tableCalls, urlOf } from './testing/table-calls.ts'

const AMOUNTS = {
  golfers: 20_000,
  groups: 4_000,
  memberships: 30_000,
  auditEntries: 40_000,
  deliveries: 60_000,
  payments: 100_000,
}
const LONG_TABLES = ['golfers', 'groups', 'audit_entries', 'deliveries', 'payments']

let app: TestApp
let phone: Phone

beforeAll(async () => {
  app = await startTestApp()
  const superAdmin = await factories(app.ctx).golfer({ isSuperAdmin: true })
  phone = app.phone(superAdmin.session)
  await fillTables(app.databaseUrl, AMOUNTS)
})
afterAll(() => app.close())

test('never scans a whole table for a list, searched or not, on any page', async () => {
  const wholeReads: string[] = []
  for (const call of tableCalls({ withVagueSearches: false })) {
    const { status, headers } = await phone.get(urlOf({ ...call, page: 'first' }, 0))
    expect(status).toBe(200)
    const total = Number(headers.get('x-total-count'))
    expect(total, JSON.stringify(call)).toBeGreaterThan(0)
    const address = urlOf(call, total)
    const nodes = await readPlans(app, () => phone.get(address))
    expect(nodes.length).toBeGreaterThan(2)
    for (const { type, table = '' } of nodes) {
      if (type === 'Seq Scan' && LONG_TABLES.includes(table))
        wholeReads.push(`${table} for ${address}`)
    }
  }
  expect(wholeReads).toEqual([])
})

test('never scans all payments for the revenue or the payments of a group', async () => {
  const { body } = await phone.get('/api/super-admin/groups')
  const [group] = body as { id: number }[]
  for (const address of [
    '/api/super-admin/revenue',
    `/api/super-admin/groups/${group?.id}/payments`,
  ]) {
    const nodes = await readPlans(app, () => phone.get(address))
    const reads = nodes.filter(({ table }) => table === 'payments')
    expect(reads.length, address).toBeGreaterThan(0)
    expect(reads.filter(({ type }) => type === 'Seq Scan')).toEqual([])
  }
})
