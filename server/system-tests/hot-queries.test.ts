import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texting } from '../messaging/text-commands/testing/texting.ts'
import { cloneDatabase, type TestDatabase } from './testing/database.ts'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import { GROUP_TABLES } from './testing/shards.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let database: TestDatabase
let planner: Client
let app: TestApp
let group: TestGroup
let member: TestGolfer
let teeTimeId: number
let fullTeeTimeId: number

beforeAll(async () => {
  database = await cloneDatabase()
  planner = new Client({ connectionString: database.url })
  await planner.connect()
  // Without these methods, the planner reads a whole table only if no index can find the rows.
  for (const method of ['seqscan', 'hashjoin', 'mergejoin', 'material'])
    await planner.query(`set enable_${method} = off`)
  app = await startTestApp({ databaseUrl: database.url })
  const make = factories(app.ctx)
  group = await make.group()
  member = await make.member(group)
  teeTimeId = (await make.teeTime(group, { maxPlayers: 2 })).id
  fullTeeTimeId = (await make.teeTime(group, { maxPlayers: 1, players: [group.owner] })).id
})
afterAll(async () => {
  await app.close()
  await planner.end()
  await database.drop()
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** Matches an index condition on the group, or on an id that belongs to one group or one golfer. */
const BOUND_CONDITION =
  /\b(group_id|tee_time_id|recurring_id|id|golfer_id|creator_id|host_id|owed_by) = /

/** Returns a plan's unbounded reads of group tables: those without a group, a golfer, an id or a LIMIT. */
function unboundedReads(node: PlanNode, isParentLimited = false): string[] {
  const isLimited = isParentLimited || node['Node Type'] === 'Limit'
  const children = node.Plans ?? []
  const table = node['Relation Name']
  const isRead = node['Node Type'].endsWith('Scan') && GROUP_TABLES.includes(table ?? '')
  const conditions = [node, ...children].map((one) => one['Index Cond'] ?? '')
  const isUnbound = isRead && !isLimited && !conditions.some((one) => BOUND_CONDITION.test(one))
  return [
    ...(isUnbound ? [`${node['Node Type']} of ${table} by ${conditions.join(' ')}`] : []),
    ...children.flatMap((one) => unboundedReads(one, isLimited)),
  ]
}

async function unboundedReadsOf(statement: string, values: unknown[] = []): Promise<string[]> {
  if (!/^\s*\(*(select|with|insert|update|delete)\b/i.test(statement)) return []
  const { rows } = await planner.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (format json) ${statement}`,
    values,
  )
  const plans = rows.flatMap((row) => row['QUERY PLAN'])
  return plans.flatMap(({ Plan }) => unboundedReads(Plan))
}

async function unboundedReadsDuring(call: () => Promise<unknown>): Promise<string[]> {
  const statementsBefore = app.statements.length
  await call()
  const statementsAfter = app.statements.length
  expect(statementsAfter).toBeGreaterThan(statementsBefore)
  const found: string[] = []
  for (let n = statementsBefore; n < statementsAfter; n += 1)
    found.push(...(await unboundedReadsOf(app.statements[n] ?? '', app.values[n])))
  return found
}

const CALLS: [what: string, method: 'get' | 'post', path: () => string][] = [
  ['the list', 'get', () => `/groups/slug/${group.slug}/tee-times`],
  ['the group page', 'get', () => `/groups/slug/${group.slug}`],
  ['the dashboard', 'get', () => '/my-tee-times'],
  ['a claim', 'post', () => `/tee-times/${teeTimeId}/claim`],
  ['leaving', 'post', () => `/tee-times/${teeTimeId}/unclaim`],
  ['waiting', 'post', () => `/tee-times/${fullTeeTimeId}/wait`],
]

test.each(CALLS)('reads no group table without a bound: %s', async (_what, method, path) => {
  const call = async () => {
    const response = await app.phone(member.session)[method](`/api${path()}`)
    expect(response.status).toBe(200)
  }
  expect(await unboundedReadsDuring(call)).toEqual([])
})

test('reads no group table without a bound: an incoming text', async () => {
  const phones = texting(app)
  const number = await phones.givePhone(member)
  const call = async () => expect(await phones.text(number, 'IN 1')).toMatch(/^You're in/)
  expect(await unboundedReadsDuring(call)).toEqual([])
})

test('detects reads across all groups', async () => {
  expect(await unboundedReadsOf('select from spots where claim_id = 1')).toHaveLength(1)
  expect(
    await unboundedReadsOf('select from tee_times where starts_at > now() and archived_at is null'),
  ).toHaveLength(1)
  expect(await unboundedReadsOf('select from spots where claim_id = 1 limit 10')).toEqual([])
})
