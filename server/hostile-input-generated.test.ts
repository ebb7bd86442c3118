import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RULES } from './testing/access/all-rules.ts'
import { fieldsOf, nameOf, type Rule } from './testing/access/rule.ts'
import { type AccessScene, accessScene, type Company } from './testing/access/scene.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/** Requests that nobody thought of, at every call of the contract. */

let it: TestApp
let scene: AccessScene
let company: Company

beforeAll(async () => {
  it = await startTestApp()
  scene = accessScene(it)
  // No golfer of the company has a number that a group has, or that the requests make up.
  for (let spare = 0; spare < 10; spare += 1) await scene.make.golfer()
  company = await scene.company()
})
afterAll(() => it.close())

const REQUESTS = 3_200
const AT_ONCE = 16

/** Numbers that repeat for a seed, so that a failure can be run again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const deep = (depth: number): unknown => (depth === 0 ? 1 : { a: [deep(depth - 1)] })

const NASTY = [
  ...[null, true, '', ' ', '\u0000', 'a\u0000b', '\ud800', 'a\udc00b', '💥', '\u202e', '\r\n'],
  ...["'; drop table golfers; --", '%', '_', '\\', '{{7*7}}', '<script>alert(1)</script>'],
  ...['__proto__', 'constructor', 'null', 'undefined', 'NaN', 'true', '-0'],
  ...['x'.repeat(5_000), 'é'.repeat(200), 'x'.repeat(60_000)],
  ...[0, -1, 1, 1.5, 1e21, 2_147_483_647, 2_147_483_648, Number.MAX_VALUE],
  ...[[], [[]], {}, { a: 1 }, { toString: 1 }, [null], deep(40)],
  ...['2026-06-06', '08:12', '99:99', '0000-00-00', '9999-12-31', '2026-06-06T00:00:00+99:99'],
  ...['275760-09-13T00:00:00.001Z', 'a@b.example', 'Asia/Kathmandu', 'Etc/GMT+25', '403-555-0199'],
]

/** Parts of an address, as they travel. */
const NASTY_PARTS = [
  ...['3', '0', '-1', '1.5', '1e3', '0x10', '99999999999', '2147483648', 'null', 'a%20b', '%C3%A9'],
  ...['%00', 'a%00b', '%ED%A0%80', '%', '%zz', '%2e%2e%2f', '..', '3%27%20or%20%273', 'x%0d%0ay'],
  ...['x'.repeat(300), 'x'.repeat(3_000), '%F0%9F%92%A5', '%25', '%5C', '_', '%2F', '%3F', '%23'],
]

const QUERY_NAMES = [
  ...['search', 'sort', 'page', 'limit', 'date', 'time', 'location', 'groupId', 'before', 'year'],
  ...['__proto__', 'a%5Bb%5D', ''],
]
const QUERY_PARTS = [
  'name',
  '-name',
  'createdAt',
  '-expiryDate',
  '-at',
  'email',
  '100',
  '100000',
  '2026',
]

const FIELDS = [...new Set([...RULES.flatMap(({ endpoint }) => fieldsOf(endpoint)), '__proto__'])]
const HEADERS = [
  { 'user-agent': 'x'.repeat(4_000) },
  { 'user-agent': 'Mozilla/5.0 (\u00e9\u00ff) <b>' },
  { 'x-forwarded-for': "'; drop table golfers; --" },
  { authorization: 'Basic YTpi' },
  { authorization: `Bearer ${'x'.repeat(300)}` },
  { authorization: 'Bearer no-such-session-at-all' },
]

/** Would take from the others whom, or what, they act as or on. */
const takesAway = (rule: Rule) => rule.consumes === true || rule.thing === 'golfer'

test('thousands of generated requests: never a 5xx, always JSON or the file asked for', async () => {
  const seed = randomBytes(4).readUInt32LE()
  const random = randomFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
  const chance = (percent: number) => random(100) < percent
  const { own, foreign, people } = company
  const golfers = [people.owner, people.admin, people.superAdmin, people.stranger]
  const failures: string[] = []
  const met = new Map<string, number>()
  let welcome = 0

  async function one() {
    const rule = pick(RULES)
    const { endpoint } = rule
    const ids = await scene.idsOf(company, rule, pick(['own', 'own', 'foreign', 'crossed']))
    const known = [ids.thing, ids.group.id, own.id, foreign.id, people.member.id]
    const part = (name: string) => {
      if (chance(20) || takesAway(rule)) return pick(NASTY_PARTS)
      if (name === 'slug') return ids.group.slug
      const inGroup = name === 'id' && !rule.standsAlone
      return encodeURIComponent(chance(20) ? pick(known) : inGroup ? ids.group.id : ids.thing)
    }
    const query = () => `${pick(QUERY_NAMES)}=${pick(chance(50) ? NASTY_PARTS : QUERY_PARTS)}`
    const path =
      endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => part(name)) +
      (endpoint.query === undefined && chance(90) ? '' : `?${[query(), query()].join('&')}`)
    const method = chance(95) ? endpoint.method : pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
    const names = chance(80) ? fieldsOf(endpoint) : FIELDS
    const fields = Object.fromEntries(
      Array.from({ length: pick([0, 0, 1, 1, 2]) }, () => [pick(names) ?? 'a', pick(NASTY)]),
    )
    const whole: unknown = { ...(chance(80) ? rule.body?.(ids) : {}), ...fields }
    const body = JSON.stringify(chance(95) ? whole : pick(NASTY))
    const sent = method === 'GET' || (rule.body === undefined && chance(70)) ? undefined : body
    const fitting = rule.wall === 'house' ? people.superAdmin : people.owner
    const golfer = chance(60) ? fitting : pick(golfers)
    const isSafe = !takesAway(rule) || endpoint.path.includes('{')
    const phone = isSafe && chance(95) ? it.phone(golfer.session) : it.phone()
    const answer = await phone.send(path, {
      method,
      headers: {
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(chance(10) && pick(HEADERS)),
      },
      ...(sent !== undefined && { body: sent }),
    })
    met.set(nameOf(endpoint), (met.get(nameOf(endpoint)) ?? 0) + 1)
    if (answer.status < 300) welcome += 1
    const { message, code } = (answer.body ?? {}) as { message?: unknown; code?: unknown }
    const isTold = answer.status < 400 || (typeof message === 'string' && typeof code === 'string')
    const isRead =
      answer.body !== undefined ||
      (answer.status === 200 &&
        /^text\/(calendar|csv);/.test(answer.headers.get('content-type') ?? ''))
    if (answer.status >= 500 || !isRead || !isTold) {
      const shown = `${method} ${path} ${sent ?? ''}`.slice(0, 500)
      failures.push(`${shown} → ${answer.status} ${answer.text}`)
    }
  }
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, one))
  }
  expect(failures, `seed ${seed}`).toEqual([])
  // The requests went where they were meant to go, and not all of them into a wall.
  expect(met.size, `seed ${seed}`).toBe(RULES.length)
  expect(welcome / REQUESTS, `seed ${seed}`).toBeGreaterThan(0.1)
  for (const { session } of golfers) {
    expect((await it.phone(session).get('/api/auth/me')).status, `seed ${seed}`).toBe(200)
  }
})

test('what the requests left for later can be worked', async () => {
  await it.runJobs()
})
