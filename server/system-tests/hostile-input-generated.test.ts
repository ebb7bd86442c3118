// @module-tag thorough
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RULES } from './testing/access/all-rules.ts'
import { bodyFieldsOf, nameOf, type Rule } from './testing/access/rule.ts'
import { type AccessScene, accessScene, type TestGroups } from './testing/access/scene.ts'
import { HOSTILE_HEADERS, HOSTILE_SEGMENTS, HOSTILE_VALUES } from './testing/hostile-values.ts'
import { randomFrom } from './testing/random.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
let scene: AccessScene
let testGroups: TestGroups

beforeAll(async () => {
  app = await startTestApp()
  scene = accessScene(app)
  // Use up the first ids, so that golfers' ids differ from groups' ids and from ids in hostile values.
  for (let spare = 0; spare < 10; spare += 1) await scene.make.golfer()
  testGroups = await scene.createTestGroups()
})
afterAll(() => app.close())

const REQUESTS = 3_200
const MAX_CONCURRENT = 16

const QUERY_NAMES = [
  ...['search', 'sort', 'page', 'limit', 'date', 'time', 'location', 'groupId', 'before', 'year'],
  ...['__proto__', 'a%5Bb%5D', ''],
]
const QUERY_VALUES = [
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

const BODY_FIELDS = [
  ...new Set([...RULES.flatMap(({ endpoint }) => bodyFieldsOf(endpoint)), '__proto__']),
]
/** Returns whether a call can remove or change a golfer or group that other requests need. */
const changesSharedData = (rule: Rule) => rule.usesUpTestGroups === true || rule.thing === 'golfer'

test('returns JSON or a file, and never a 5xx, for thousands of generated requests', async () => {
  const seed = randomBytes(4).readUInt32LE()
  const { pick, chance } = randomFrom(seed)
  const { own, foreign, people } = testGroups
  const golfers = [people.owner, people.admin, people.superAdmin, people.stranger]
  const failures: string[] = []
  const requestsByCall = new Map<string, number>()
  let succeeded = 0

  async function sendRequest() {
    const rule = pick(RULES)
    const { endpoint } = rule
    const ids = await scene.prepareIds(testGroups, rule, pick(['own', 'own', 'foreign', 'crossed']))
    const realIds = [ids.thing, ids.group.id, own.id, foreign.id, people.member.id]
    const segmentFor = (name: string) => {
      if (chance(20) || changesSharedData(rule)) return pick(HOSTILE_SEGMENTS)
      if (name === 'slug') return ids.group.slug
      const inGroup = name === 'id' && !rule.pathOmitsGroup
      return encodeURIComponent(chance(20) ? pick(realIds) : inGroup ? ids.group.id : ids.thing)
    }
    const queryParameter = () =>
      `${pick(QUERY_NAMES)}=${pick(chance(50) ? HOSTILE_SEGMENTS : QUERY_VALUES)}`
    const path =
      endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => segmentFor(name)) +
      (endpoint.query === undefined && chance(90)
        ? ''
        : `?${[queryParameter(), queryParameter()].join('&')}`)
    const method = chance(95) ? endpoint.method : pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
    const names = chance(80) ? bodyFieldsOf(endpoint) : BODY_FIELDS
    const fields = Object.fromEntries(
      Array.from({ length: pick([0, 0, 1, 1, 2]) }, () => [
        pick(names) ?? 'a',
        pick(HOSTILE_VALUES),
      ]),
    )
    const wholeBody: unknown = { ...(chance(80) ? rule.body?.(ids) : {}), ...fields }
    const body = JSON.stringify(chance(95) ? wholeBody : pick(HOSTILE_VALUES))
    const sentBody = method === 'GET' || (rule.body === undefined && chance(70)) ? undefined : body
    const authorizedGolfer = rule.requires === 'super-admin' ? people.superAdmin : people.owner
    const golfer = chance(60) ? authorizedGolfer : pick(golfers)
    const canBeSignedIn = !changesSharedData(rule) || endpoint.path.includes('{')
    const phone = canBeSignedIn && chance(95) ? app.phone(golfer.session) : app.phone()
    const answer = await phone.send(path, {
      method,
      headers: {
        ...(sentBody !== undefined && { 'content-type': 'application/json' }),
        ...(chance(10) && pick(HOSTILE_HEADERS)),
      },
      ...(sentBody !== undefined && { body: sentBody }),
    })
    requestsByCall.set(nameOf(endpoint), (requestsByCall.get(nameOf(endpoint)) ?? 0) + 1)
    if (answer.status < 300) succeeded += 1
    const { message, code } = (answer.body ?? {}) as { message?: unknown; code?: unknown }
    const isExplained =
      answer.status < 400 || (typeof message === 'string' && typeof code === 'string')
    const isReadable =
      answer.body !== undefined ||
      (answer.status === 200 &&
        /^text\/(calendar|csv);/.test(answer.headers.get('content-type') ?? ''))
    if (answer.status >= 500 || !isReadable || !isExplained) {
      const shown = `${method} ${path} ${sentBody ?? ''}`.slice(0, 500)
      failures.push(`${shown} → ${answer.status} ${answer.text}`)
    }
  }
  for (let requestCount = 0; requestCount < REQUESTS; requestCount += MAX_CONCURRENT) {
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, sendRequest))
  }
  expect(failures, `seed ${seed}`).toEqual([])
  // The requests must include every call, and more than a tenth of them must succeed.
  expect(requestsByCall.size, `seed ${seed}`).toBe(RULES.length)
  expect(succeeded / REQUESTS, `seed ${seed}`).toBeGreaterThan(0.1)
  for (const { session } of golfers) {
    expect((await app.phone(session).get('/api/auth/me')).status, `seed ${seed}`).toBe(200)
  }
})

test('runs all jobs that the requests queued', async () => {
  await app.runJobs()
})
