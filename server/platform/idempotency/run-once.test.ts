import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { requestsUrl } from '../../system-tests/testing/pooler.ts'
import { openTcpProxy, type TcpProxy } from '../../system-tests/testing/tcp-proxy.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let testApp: TestApp
let proxy: TcpProxy
/** A second node. It reaches the database through `proxy`. */
let secondNode: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let owner: TestGolfer

beforeAll(async () => {
  testApp = await startTestApp()
  proxy = await openTcpProxy(requestsUrl(testApp.databaseUrl))
  secondNode = await startTestApp({ databaseUrl: testApp.databaseUrl, requestsUrl: proxy.url })
  make = factories(testApp.ctx)
})
afterAll(async () => {
  await secondNode.close()
  await proxy.close()
  await testApp.close()
})

beforeEach(async () => {
  group = await make.group()
  owner = group.owner
})

const send = (app: TestApp, path: string, body: unknown, key: string, as = owner) =>
  app.phone(as.session).send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })

const teeTimeBody = () => ({
  course: 'Priddis Greens',
  date: '2026-06-06',
  time: '08:00',
  groupId: group.id,
})

async function countRows(table: string): Promise<number> {
  const { rows } = await testApp.ctx.db.$client.query(`select count(*)::int as n from ${table}`)
  return rows[0].n
}

/** Calls that each create one resource: the path, the body, and the table that contains the resource. */
const CREATING_CALLS: [string, () => Promise<[path: string, body: unknown, table: string]>][] = [
  ['a tee time', async () => ['/api/tee-times', teeTimeBody(), 'tee_times']],
  [
    'a reservation by name',
    async () => {
      const { id } = await make.teeTime(group, { creator: owner })
      const body = { name: 'Uncle Ben', date: '2026-06-03', time: '12:00' }
      return [`/api/tee-times/${id}/holds`, body, "spots where status = 'reservation'"]
    },
  ],
  [
    'a recurring tee time',
    async () => {
      const { groupId: _, ...rest } = teeTimeBody()
      const body = { ...rest, everyWeeks: 1, daysAhead: 7, joinAsPlayer: true }
      return [`/api/groups/${group.id}/standing-times`, body, 'recurring_tee_times']
    },
  ],
  [
    'a guest',
    async () => {
      const { id } = await make.teeTime(group, { creator: owner, players: [owner] })
      return [`/api/tee-times/${id}/guests`, { name: 'Uncle Ben' }, "spots where status = 'guest'"]
    },
  ],
  [
    'an invite link',
    async () => [`/api/groups/${group.id}/invite-links`, undefined, 'invite_links'],
  ],
  [
    'a group',
    async () => [
      '/api/groups',
      { name: 'Lost Balls', slug: `lost-${randomUUID().slice(0, 8)}` },
      'groups',
    ],
  ],
]

describe.each(CREATING_CALLS)('%s', (_name, prepare) => {
  test('is created once when the response was lost after COMMIT, on either node', async () => {
    const [path, body, table] = await prepare()
    const before = await countRows(table)
    const key = randomUUID()
    let isCut = false
    proxy.trap({
      matching: /commit/,
      statement: 'passes',
      // The transaction is committed but the response is lost, so the node cannot know the outcome.
      effect: 'cut',
      onSprung: () => {
        isCut = true
      },
    })
    const lostResponse = await send(secondNode, path, body, key)
    expect({ isCut, status: lostResponse.status }).toEqual({ isCut: true, status: 503 })
    await expect.poll(() => countRows(table)).toBe(before + 1)

    const retries = await Promise.all(
      [testApp, secondNode, testApp, secondNode].map((app) => send(app, path, body, key)),
    )
    for (const retry of retries)
      expect(retry).toMatchObject({ status: 201, body: retries[0]?.body })
    expect(await countRows(table)).toBe(before + 1)
  })

  test('is created once when sent ten times at the same time over two nodes', async () => {
    const [path, body, table] = await prepare()
    const before = await countRows(table)
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(index % 2 ? testApp : secondNode, path, body, key),
      ),
    )
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 201, body: answers[0]?.body })
    }
    expect(await countRows(table)).toBe(before + 1)
  })
})

test('refuses different content with the same key', async () => {
  const key = randomUUID()
  await send(testApp, '/api/tee-times', teeTimeBody(), key)
  expect(
    await send(testApp, '/api/tee-times', { ...teeTimeBody(), time: '09:00' }, key),
  ).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_KEY_REUSED' },
  })
  expect(await countRows(`tee_times where group_id = ${group.id}`)).toBe(1)
})

test('keeps the keys of golfers and routes apart', async () => {
  const key = randomUUID()
  const buddy = await make.member(group)
  const first = await send(testApp, '/api/tee-times', teeTimeBody(), key)
  const other = await send(testApp, '/api/tee-times', teeTimeBody(), key, buddy)
  expect(other).toMatchObject({ status: 201, body: { creatorId: buddy.id } })
  expect(other.body).not.toMatchObject({ id: (first.body as { id: number }).id })
  expect(await send(testApp, `/api/groups/${group.id}/invite-links`, undefined, key)).toMatchObject(
    {
      status: 201,
    },
  )
})

test('returns the current card on a retry', async () => {
  const key = randomUUID()
  const first = await send(testApp, '/api/tee-times', teeTimeBody(), key)
  const { id } = first.body as { id: number }
  await testApp.phone(owner.session).post(`/api/tee-times/${id}/claim`, {})
  expect(await send(testApp, '/api/tee-times', teeTimeBody(), key)).toMatchObject({
    status: 201,
    body: { id, participants: [{ id: owner.id }] },
  })
})

test('runs a refused call again on a retry, and stores its key only on success', async () => {
  const key = randomUUID()
  const card = await make.teeTime(group, { creator: owner })
  const bringGuest = () =>
    send(testApp, `/api/tee-times/${card.id}/guests`, { name: 'Uncle Ben' }, key)
  expect(await bringGuest()).toMatchObject({ status: 409, body: { code: 'NOT_PLAYING' } })
  await testApp.phone(owner.session).post(`/api/tee-times/${card.id}/claim`, {})
  expect(await bringGuest()).toMatchObject({ status: 201 })
  expect(await bringGuest()).toMatchObject({ status: 201 })
  expect(await countRows(`spots where status = 'guest' and tee_time_id = ${card.id}`)).toBe(1)
})

test('refuses a retry by someone who has left the group', async () => {
  const key = randomUUID()
  const buddy = await make.member(group)
  expect(await send(testApp, '/api/tee-times', teeTimeBody(), key, buddy)).toMatchObject({
    status: 201,
  })
  await testApp.phone(buddy.session).post(`/api/groups/${group.id}/leave`)
  expect(await send(testApp, '/api/tee-times', teeTimeBody(), key, buddy)).toMatchObject({
    status: 404,
  })
})

test.each(['', 'two words', 'é', 'x'.repeat(256)])('refuses the key "%s"', async (key) => {
  const answer = await testApp.fastify.inject({
    method: 'POST',
    url: '/api/tee-times',
    headers: { authorization: `Bearer ${owner.session}`, 'idempotency-key': key },
    payload: teeTimeBody(),
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { 'idempotency-key': 'Send 1 to 255 visible ASCII characters' },
  })
})

test('documents the header for the routes that read it', async () => {
  const { body } = await testApp.phone().get('/api/openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, { parameters?: unknown }>> }
  const header = { in: 'header', name: 'idempotency-key', required: false }
  expect(paths['/api/tee-times']?.['post']?.parameters).toContainEqual(
    expect.objectContaining(header),
  )
  expect(JSON.stringify(paths['/api/tee-times/{id}/claim'])).not.toContain('idempotency-key')
})
